// Why nothing was fetched: the faults of one request, told apart by what to do next.

/** Every fault with an explanation, and whether another try may help. */
export const FETCH_FAULTS = {
  scheme: { isPassing: false, text: 'neither http nor https' },
  port: { isPassing: false, text: 'a port that is not allowed' },
  userinfo: { isPassing: false, text: 'the URL holds a user name or password' },
  address: { isPassing: false, text: 'the host has no address that may be connected to' },
  dns: { isPassing: true, text: 'the host name has no address' },
  connect: { isPassing: true, text: 'no connection could be made' },
  tls: { isPassing: false, text: 'no trustworthy encrypted connection could be made' },
  timeout: { isPassing: true, text: 'the server took too long to answer' },
  cut: { isPassing: true, text: 'the server hung up before it answered' },
  http: { isPassing: false, text: 'the answer is not HTTP' },
  memory: { isPassing: true, text: 'too much is being received at the same time' },
  aborted: { isPassing: true, text: 'the crawl was stopped' },
} as const;

/** The name of a fault. */
export type FetchFaultReason = keyof typeof FETCH_FAULTS;

/** Nothing was fetched. */
export class FetchFault extends Error {
  readonly reason: FetchFaultReason;

  constructor(reason: FetchFaultReason, detail: string, cause?: unknown) {
    super(`${FETCH_FAULTS[reason].text}: ${detail}`, cause === undefined ? undefined : { cause });
    this.name = 'FetchFault';
    this.reason = reason;
  }

  /** Whether another try may help. */
  get isPassing(): boolean {
    return FETCH_FAULTS[this.reason].isPassing;
  }
}

/** The fault that something thrown by the network stack stands for. */
export function toFetchFault(thrown: unknown): FetchFault {
  if (thrown instanceof FetchFault) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new FetchFault(reasonOf(codeOf(thrown), message), message, thrown);
}

function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  if (thrown.name === 'HTTPParserError') return 'HPE_';
  return 'code' in thrown ? String(thrown.code) : '';
}

function reasonOf(code: string, message: string): FetchFaultReason {
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return 'timeout';
  if (/^(?:ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/.test(code)) return 'dns';
  if (/^HPE_|HEADERS_OVERFLOW|CONTENT_LENGTH_MISMATCH/.test(code)) return 'http';
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return 'tls';
  if (/UND_ERR_SOCKET|ECONNRESET|EPIPE/.test(code) || /closed|hang up/.test(message)) return 'cut';
  return 'connect';
}
