import { isRecord } from "#lib/contract/events/answer.ts";

/** What a service may show of a secret: its ends with something between, or its beginning alone. */
const MASKED = /[*•…]|\.{3}|x{4,}/i;
const WHOLE_KEY = /svc_sk_[a-z]*_?[A-Za-z0-9]{16,}/;

/** Whether a whole secret stands in an answer: under its name, or as a text that looks like a key. */
export function holdsSecret(answer: unknown, name: "api_key" | "secret"): boolean {
  const left = [answer];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === "string" && WHOLE_KEY.test(value)) return true;
    if (Array.isArray(value)) for (const entry of value) left.push(entry);
    if (!isRecord(value)) continue;
    for (const [field, entry] of Object.entries(value)) {
      if (field === name && typeof entry === "string" && entry !== "" && !MASKED.test(entry)) return true;
      left.push(entry);
    }
  }
  return false;
}
