type RecentFile = { verification_id: string; name: string; tag: string | null };

const MAX_RECENT = 5;

/** Only in the tab's memory: browsers store no names of files. */
let recent: readonly RecentFile[] = [];

/** Remembers an opened file; `name` is its title, tag or id. */
export function rememberFile(file: RecentFile): void {
  const others = recent.filter(({ verification_id }) => verification_id !== file.verification_id);
  recent = [file, ...others].slice(0, MAX_RECENT);
}

/** The files opened in this tab, the last first. */
export const recentFiles = (): readonly RecentFile[] => recent;
