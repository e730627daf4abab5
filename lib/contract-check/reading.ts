import { UnreadableAnswer } from "#lib/contract/events/answer.ts";

/** What the dashboard's reader makes of an answer, or what keeps it from reading: the field's name, never a value. */
export function reading<T>(read: () => T): { value: T; problem: null } | { value: null; problem: string } {
  try {
    return { value: read(), problem: null };
  } catch (error) {
    if (error instanceof UnreadableAnswer) return { value: null, problem: error.message };
    throw error;
  }
}
