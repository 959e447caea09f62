// What clients are told of archive files: their names, not where the operator keeps them.

/** Gives the name of an archive file as a client may see it. */
export type ShowFile = (file: string) => string;

/** The last part of a path or address; of a member of a WACZ that of the WACZ, with the member. */
export function toFileName(file: string): string {
  const member = /^(.*\.wacz)(#.*)$/is.exec(file);
  const [path = file, inside = ''] = member?.slice(1) ?? [];
  const last = path.split(/[/\\]/).at(-1) || path;
  // Addresses may carry a signature behind the name.
  const name = /^[a-z][a-z0-9+.-]*:\/\//i.test(path) ? last.replace(/[?#].*$/s, '') : last;
  return (name || last) + inside;
}

/** Whole paths for operators, names for everybody else. */
export function createShowFile(isOperator: boolean): ShowFile {
  return isOperator ? (file) => file : toFileName;
}
