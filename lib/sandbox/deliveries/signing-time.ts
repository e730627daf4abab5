export type SigningTime = {
  /** Unix seconds to sign a delivery with now; null while another one would get the same signature. */
  take(delivery: { id: string; webhook_id: string; body: string }): number | null;
};

/**
 * Hands out the `t` of new signatures. A signature tells delivered events apart (interface, Webhook signature), yet two
 * events may share a body, as the two `finished` of a reopened verification do; they must not share their second too.
 * What was signed in seconds before this one cannot be met again, so it is forgotten.
 */
export function createSigningTime(now: () => number = Date.now): SigningTime {
  let second = 0;
  const signed = new Map<string, string>();
  return {
    take({ id, webhook_id: webhookId, body }) {
      const t = Math.floor(now() / 1000);
      if (t !== second) signed.clear();
      second = t;
      const content = `${webhookId} ${body}`;
      if ((signed.get(content) ?? id) !== id) return null;
      signed.set(content, id);
      return t;
    },
  };
}
