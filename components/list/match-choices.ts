/** Lower case without accents: how people type what they look for. */
const bare = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The values whose name or own text holds every word sought, in their order. */
export function matchChoices<Value extends string>(
  values: readonly Value[],
  sought: string,
  nameOf: (value: Value) => string,
): Value[] {
  const words = bare(sought).split(/\s+/).filter(Boolean);
  return values.filter((value) => {
    const text = `${bare(nameOf(value))} ${bare(value)}`;
    return words.every((word) => text.includes(word));
  });
}
