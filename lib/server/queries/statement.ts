/** Numbers the parameters of one statement: collects their values, and answers how each is written in it. */
export type Parameters = { values: unknown[]; add(value: unknown): string };

export function parameters(): Parameters {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

export const where = (conditions: readonly string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";

/** Text for LIKE whose wildcards are meant literally. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
