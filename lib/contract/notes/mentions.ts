const WORD = /[\p{L}\p{N}_]/u;

/** Names are compared without case and accents, and with one space between words. */
const folded = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(/\s+/g, " ");

/**
 * The accounts that a text mentions, each by `@` and the whole name. After an `@` the longest name counts; all accounts
 * of that name are mentioned, since the text does not say which. An `@` within a word, as in an address, mentions nobody.
 */
export function mentionedIn(text: string, accounts: readonly { user_id: string; name: string }[]): string[] {
  const said = folded(text);
  const named = accounts
    .map(({ user_id, name }) => ({ user_id, name: folded(name.trim()) }))
    .filter(({ name }) => name !== "");
  const mentioned = new Set<string>();
  for (const { index } of said.matchAll(/@/g)) {
    if (WORD.test(said.charAt(index - 1))) continue;
    const rest = said.slice(index + 1);
    const matches = named.filter(({ name }) => rest.startsWith(name) && !WORD.test(rest.charAt(name.length)));
    const longest = Math.max(...matches.map(({ name }) => name.length));
    for (const { user_id, name } of matches) if (name.length === longest) mentioned.add(user_id);
  }
  return [...mentioned];
}
