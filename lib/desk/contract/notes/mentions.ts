const WORD = /[\p{L}\p{N}_]/u;

/** Names are compared without case and accents, and with one space between words. */
const folded = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(/\s+/g, " ");

type Account = { user_id: string; name: string };

/** The beginning of each mention: an `@` within a word, as in an address, is none. */
const MENTION = /(?<![\p{L}\p{M}\p{N}_])@(?=\S)/gu;
const FIRST_WORD = /^\p{L}[\p{L}\p{N}_]*(?:['’.-][\p{L}\p{N}_]+)*/u;

/** The first word after each `@`, and the accounts whose whole name follows it. Pure. */
function mentionsIn(text: string, accounts: readonly Account[]) {
  const named = accounts
    .map(({ user_id, name }) => ({ user_id, name: folded(name.trim()) }))
    .filter(({ name }) => name !== "");
  const given = text.normalize("NFKC");
  return [...given.matchAll(MENTION)].map(({ index }) => {
    const said = given.slice(index + 1);
    const rest = folded(said);
    const matches = named.filter(({ name }) => rest.startsWith(name) && !WORD.test(rest.charAt(name.length)));
    const longest = Math.max(...matches.map(({ name }) => name.length));
    return { word: FIRST_WORD.exec(said)?.[0], accounts: matches.filter(({ name }) => name.length === longest) };
  });
}

/**
 * The accounts that a text mentions, each by `@` and the whole name. After an `@` the longest name counts; all accounts
 * of that name are mentioned, since the text does not say which.
 */
export const mentionedIn = (text: string, accounts: readonly Account[]): string[] => [
  ...new Set(mentionsIn(text, accounts).flatMap((mention) => mention.accounts.map(({ user_id }) => user_id))),
];

/** The first word of each name after an `@` that is the whole name of no account. */
export const unknownIn = (text: string, accounts: readonly Account[]): string[] => [
  ...new Set(mentionsIn(text, accounts).flatMap(({ word, accounts }) => (word && accounts.length === 0 ? [word] : []))),
];
