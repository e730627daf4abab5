/** Announced after each commit that adds to the inbox, without a payload: the worker drains until nothing is left. */
export const INBOX_CHANNEL = "cotejo_inbox";
