import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { RefusalReason } from "#lib/core/contract/deliveries/delivery.ts";
import { readDelivery } from "#lib/core/contract/events/event.ts";
import { OWN_TEST } from "#lib/core/contract/webhooks/test-delivery.ts";
import type { Refusal } from "#lib/core/server/inbox/store-refusals.ts";
import { announcedSize, type BodyReader } from "./body.ts";
import type { Clock } from "./clock.ts";
import { type DeliveryQueue, StorageUnavailable } from "./delivery-queue.ts";
import type { KnownReceivers, KnownSecret } from "./known-receivers.ts";
import type { LastMatch, RefusalLedger } from "./ledgers.ts";
import { type Answer, clockWrong, malformedRequest, type Receipt, refusal, retryLater, tooMany } from "./server.ts";
import { judgeSkew, matchSignature, parseSignatureHeader, type SignatureHeader, skewSeconds } from "./signature.ts";
import type { createSourceOf, Source } from "./source.ts";

export type ReceiveContext = {
  sourceOf: ReturnType<typeof createSourceOf>;
  receivers: KnownReceivers;
  clock: Pick<Clock, "check">;
  bodies: BodyReader;
  /** The maximum age of a signature. */
  maxAgeSeconds: number;
  queue: DeliveryQueue;
  ledger: RefusalLedger;
  lastMatch: LastMatch;
};

const OWN_TEST_BODY = Buffer.from(OWN_TEST);

const RECEIVER_ID = /^[A-Za-z0-9_-]{1,100}$/;

/**
 * Handles a delivery: verify, store, then 2xx (design §4, Receiver). Resolves to undefined if the sender has left. Never
 * rejects for any input of a sender.
 */
export async function receiveDelivery(
  context: ReceiveContext,
  request: IncomingMessage,
  receiverId: string,
): Promise<Answer | undefined> {
  const source = context.sourceOf(request);
  const unread = { receiverId, source, size: announcedSize(request) };
  if (!RECEIVER_ID.test(receiverId)) return closing(refuse(context, "unknown_receiver", unread));
  // All checks that do not need the body come first, so that no body is read in vain.
  const header = parseSignatureHeader(signatureHeader(request));
  if (typeof header === "string") return closing(refuse(context, header, unread));
  const { t } = header;
  const timeliness = judgeSkew(skewSeconds(t, Date.now()), context.maxAgeSeconds);
  if (timeliness === "too_old" || timeliness === "too_new") {
    // A wrong clock must not refuse a delivery for good.
    switch (await context.clock.check()) {
      case "right":
        return closing(refuse(context, timeliness, { ...unread, t }));
      case "wrong":
        return closing(clockWrong());
      case "unknown":
        return closing(retryLater("whether the clock of this receiver is right is not known"));
    }
  }
  const known = await isKnown(context.receivers, receiverId);
  if (known === "put_off") return closing(retryLater("the receivers are not all known yet"));
  if (!known) return closing(refuse(context, "unknown_receiver", { ...unread, t }));
  const read = await context.bodies.read(request, source);
  switch (read.outcome) {
    case "gone":
      return undefined;
    case "no_room":
      return tooMany("deliveries at once");
    case "too_slow":
      refuse(context, "malformed", unread);
      return malformedRequest(408);
    case "too_large":
      return refuse(context, "too_large", { ...unread, size: read.size });
    case "read":
      try {
        const signed = { receiverId, header, late: timeliness === "late" };
        return await receiveBody(context, source, signed, read.body);
      } finally {
        read.giveBack();
      }
  }
}

/** Another method than POST at the address of a hook. */
export const refuseMethod = (context: ReceiveContext, request: IncomingMessage, receiverId: string): Answer =>
  closing(
    refuse(context, "wrong_method", { receiverId, source: context.sourceOf(request), size: announcedSize(request) }),
  );

/** Counts malformed requests as refusals. */
export function noteMalformed(context: ReceiveContext, socket: Socket): void {
  refuse(context, "malformed", { receiverId: "", source: context.sourceOf({ socket, headers: {} }), size: null });
}

/** An answer without reading the rest of the request. */
const closing = (answer: Answer): Answer => ({ ...answer, close: true });

/** Whether the receiver exists: before an id counts as unknown, all receivers are loaded again. */
async function isKnown(receivers: KnownReceivers, receiverId: string): Promise<boolean | "put_off"> {
  if (receivers.find(receiverId)) return true;
  if (!(await receivers.refresh())) return "put_off";
  return receivers.find(receiverId) !== undefined;
}

type SignedRequest = { receiverId: string; header: SignatureHeader; late: boolean };

async function receiveBody(
  context: ReceiveContext,
  source: Source,
  { receiverId, header, late }: SignedRequest,
  body: Buffer,
): Promise<Answer> {
  const found = await findSecret(context.receivers, receiverId, header, body);
  if (found === "put_off") return retryLater("the secrets of this receiver are not all known yet");
  if (typeof found === "string") {
    return refuse(context, found, { receiverId, source, size: body.length, body, t: header.t });
  }
  // A test of this address by the dashboard itself is no delivery.
  if (body.equals(OWN_TEST_BODY)) {
    return { status: 200, outcome: "test", body: { delivery_id: null, result: "test", late } };
  }
  context.lastMatch.note(found.match.id);
  return storeDelivery(context.queue, {
    receiver_id: receiverId,
    signature: found.signature,
    signed_at: Number(header.t),
    body,
    late,
  });
}

/** Two such headers are joined by a comma and a space, which the grammar refuses. */
function signatureHeader(request: IncomingMessage): string | undefined {
  const header = request.headers["svc-signature"];
  return Array.isArray(header) ? header.join(", ") : header;
}

type SecretSearch = { match: KnownSecret; signature: string } | "no_match" | "unknown_receiver" | "put_off";

/** Uses the cached receivers, and before a refusal the current ones (design §4: at most once a second). */
async function findSecret(
  receivers: KnownReceivers,
  receiverId: string,
  header: SignatureHeader,
  body: Buffer,
): Promise<SecretSearch> {
  const search = (): SecretSearch => {
    const receiver = receivers.find(receiverId);
    if (!receiver) return "unknown_receiver";
    const now = Date.now();
    const accepted = receiver.secrets.filter((secret) => secret.acceptedUntil > now);
    return matchSignature(header, body, accepted) ?? (receiver.awaitsSecret ? "put_off" : "no_match");
  };
  const found = search();
  if (typeof found !== "string") return found;
  // An incomplete list of secrets must not make a delivery look forged.
  if (!(await receivers.refresh())) return "put_off";
  return search();
}

type AuthenticDelivery = { receiver_id: string; signature: string; signed_at: number; body: Buffer; late: boolean };

async function storeDelivery(queue: DeliveryQueue, authentic: AuthenticDelivery): Promise<Answer> {
  const reading = readDelivery(authentic.body);
  try {
    const { id, stored } = await queue.add({
      ...authentic,
      event_name: reading.event_name,
      verification_id: reading.verification_id,
      unrecognized: reading.recognized ? null : `${reading.reason}: ${reading.detail}`,
    });
    const { late } = authentic;
    const result = stored ? (reading.recognized ? "stored" : "unrecognized") : "duplicate";
    const receipt: Receipt =
      id === null ? { delivery_id: null, result: "erased", late } : { delivery_id: id, result, late };
    const verification_id = id === null ? null : reading.verification_id;
    return { status: 200, outcome: receipt.result, verification_id, body: receipt };
  } catch (error) {
    if (error instanceof StorageUnavailable) return retryLater(error.message);
    throw error;
  }
}

function refuse(
  { ledger, receivers }: ReceiveContext,
  reason: RefusalReason,
  about: { receiverId: string; source: Source; size: number | null; body?: Buffer; t?: string },
): Answer {
  const at = Date.now();
  const entry: Refusal = {
    at,
    reason,
    receiver_id: RECEIVER_ID.test(about.receiverId) ? about.receiverId : null,
    size: about.size,
    body_hash: null,
    // Relative to the time of the refusal, so that both together give `t` to the second.
    skew_seconds: about.t === undefined ? null : skewSeconds(about.t, at),
    source_address: about.source.address,
    own: about.source.ofService || receivers.find(about.receiverId) !== undefined,
  };
  // Only refusals stored one by one are hashed: in a flood the hashing would be too much work.
  if (about.body && ledger.wantsParticulars(entry, about.source)) {
    entry.body_hash = createHash("sha256").update(about.body).digest("hex");
  }
  ledger.count(entry, about.source);
  return refusal(reason);
}
