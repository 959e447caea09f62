// What an operator does: the token, kept for the tab alone, and changes of images.
import { signal } from '@preact/signals';
import { imageAddress } from '../api/addresses.ts';
import { readProblem } from '../api/problem.ts';

const TOKEN_KEY = 'pinakes-operator-token';

/** The token that was given in this tab; it is gone with it. */
export const operatorToken = signal(globalThis.sessionStorage?.getItem(TOKEN_KEY) ?? '');

/** Who the operator is, as it is kept with corrections; for as long as the page is open. */
export const operatorName = signal('');

/** Keeps the token for this tab. */
export function setOperatorToken(token: string): void {
  operatorToken.value = token.trim();
  sessionStorage.setItem(TOKEN_KEY, token.trim());
}

/** The token as requests take it. */
export function tokenOf(): { readonly token?: string } {
  const token = operatorToken.peek();
  return token === '' ? {} : { token };
}

/** Changes an image, or takes it down. Gives what went wrong, or `undefined`. */
export async function changeImage(
  id: string,
  change: {
    readonly method: 'PATCH' | 'PUT' | 'DELETE';
    readonly part?: 'place';
    readonly body: object;
  },
): Promise<string | undefined> {
  const { method, part, body } = change;
  const address = part === undefined ? imageAddress(id) : `${imageAddress(id)}/${part}`;
  try {
    const answer = await fetch(address, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${operatorToken.peek()}`,
      },
      body: JSON.stringify(body),
    });
    if (answer.ok) return undefined;
    const told: unknown = await answer.json().catch(() => undefined);
    const { title, detail = '' } = readProblem(answer.status, told, answer.headers);
    return `${title} ${detail}`;
  } catch (error) {
    return String(error);
  }
}
