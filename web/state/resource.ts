// Something that is asked of the server: not yet, on its way, there, or refused.
import { type ReadonlySignal, signal } from '@preact/signals';
import { fetchJson } from '../api/client.ts';
import { type Problem, toProblem } from '../api/problem.ts';

/** State of a request. */
export interface Loaded<T> {
  readonly key: string;
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly value?: T;
  readonly problem?: Problem;
}

/** A request of which only the last one counts. */
export interface Resource<T> {
  readonly state: ReadonlySignal<Loaded<T>>;
  /** Asks, unless that is what is there or on its way. The key is the address unless given. */
  load(address: string, ask?: (signal: AbortSignal) => Promise<T>): void;
  /** Asks again. */
  retry(): void;
  /** Puts a newer value in the place of the one that is there. */
  replace(value: T): void;
  /** Forgets what is there. */
  clear(): void;
}

/** Makes one. `keepsOld`: the last value stays while the next one is on its way. */
export function createResource<T>({ keepsOld = false } = {}): Resource<T> {
  const state = signal<Loaded<T>>({ key: '', status: 'idle' });
  let abort: AbortController | undefined;
  let again: (() => Promise<void>) | undefined;
  const run = async (key: string, ask: (signal: AbortSignal) => Promise<T>): Promise<void> => {
    abort?.abort();
    const own = new AbortController();
    abort = own;
    const { value } = state.peek();
    state.value = { key, status: 'loading', ...(keepsOld && value !== undefined && { value }) };
    try {
      state.value = { key, status: 'ready', value: await ask(own.signal) };
    } catch (error) {
      const problem = toProblem(error);
      if (problem !== undefined && !own.signal.aborted) {
        state.value = { key, status: 'failed', problem };
      }
    }
  };
  return {
    state,
    load(address, ask = (aborted) => fetchJson<T>(address, aborted)) {
      const { key, status } = state.peek();
      if (key === address && (status === 'loading' || status === 'ready')) return;
      again = () => run(address, ask);
      void again();
    },
    retry() {
      void again?.();
    },
    replace(value) {
      const { key, status } = state.peek();
      if (status === 'ready') state.value = { key, status, value };
    },
    clear() {
      abort?.abort();
      state.value = { key: '', status: 'idle' };
    },
  };
}
