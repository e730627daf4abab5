import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { readDelivery } from "#lib/contract/events/event.ts";
import type { Refusal, RefusalReason } from "#lib/server/inbox/store-refusals.ts";
import { type Answer, comeAgain, type Receipt, refusal } from "./answer.ts";
import type { BodyReader } from "./body.ts";
import { type DeliveryQueue, StorageUnavailable } from "./delivery-queue.ts";
import type { KnownReceivers, KnownSecret } from "./known-receivers.ts";
import type { LastMatch } from "./last-match.ts";
import type { RefusalLedger } from "./refusal-ledger.ts";
import { judgeSkew, matchSignature, parseSignatureHeader, type SignatureHeader, skewSeconds } from "./signature.ts";

export type ReceiveContext = {
  receivers: KnownReceivers;
  bodies: BodyReader;
  queue: DeliveryQueue;
  ledger: RefusalLedger;
  lastMatch: LastMatch;
};

const RECEIVER_ID = /^[A-Za-z0-9_-]{1,100}$/;

/**
 * One delivery, from its bytes to its answer: verify, store, then 2xx (design §4, Receiver). Resolves to undefined when
 * the sender is gone. Never rejects for anything that a sender can send.
 */
export async function receiveDelivery(
  context: ReceiveContext,
  request: IncomingMessage,
  receiverId: string,
): Promise<Answer | undefined> {
  const read = await context.bodies.read(request);
  switch (read.outcome) {
    case "gone":
      return undefined;
    case "no_room":
      return { ...comeAgain("too many deliveries at once"), close: true };
    case "too_large":
      return refuse(context, request, "too_large", { receiverId, size: read.size });
    case "read":
      try {
        return await receiveBody(context, request, receiverId, read.body);
      } finally {
        context.bodies.giveBack(read.body);
      }
  }
}

async function receiveBody(
  context: ReceiveContext,
  request: IncomingMessage,
  receiverId: string,
  body: Buffer,
): Promise<Answer> {
  const about = { receiverId, size: body.length, body };
  const header = parseSignatureHeader(signatureHeader(request));
  if (typeof header === "string") return refuse(context, request, header, about);
  const skew = skewSeconds(header.t, Date.now());
  const found = await findSecret(context.receivers, receiverId, header, body);
  if (found === "put_off") return comeAgain("the secrets of this receiver are not all known yet");
  if (typeof found === "string") return refuse(context, request, found, { ...about, skew });
  context.lastMatch.note(found.match.id);
  const timeliness = judgeSkew(skew);
  if (timeliness === "too_old" || timeliness === "too_new") {
    return refuse(context, request, timeliness, { ...about, skew });
  }
  return storeDelivery(context.queue, {
    receiver_id: receiverId,
    signature: found.signature,
    signed_at: Number(header.t),
    body,
    late: timeliness === "late",
  });
}

/** Sent twice, it is joined by a comma and a space, which the grammar refuses. */
function signatureHeader(request: IncomingMessage): string | undefined {
  const header = request.headers["svc-signature"];
  return Array.isArray(header) ? header.join(", ") : header;
}

type Found = { match: KnownSecret; signature: string } | "no_match" | "unknown_receiver" | "put_off";

/** Asks what is known; before refusing, what is known now (design §4: at most once a second). */
async function findSecret(
  receivers: KnownReceivers,
  receiverId: string,
  header: SignatureHeader,
  body: Buffer,
): Promise<Found> {
  const look = (): Found => {
    const receiver = RECEIVER_ID.test(receiverId) ? receivers.find(receiverId) : undefined;
    if (!receiver) return "unknown_receiver";
    const now = Date.now();
    const accepted = receiver.secrets.filter((secret) => secret.acceptedUntil > now);
    return matchSignature(header, body, accepted) ?? (receiver.awaitsSecret ? "put_off" : "no_match");
  };
  const found = look();
  if (typeof found !== "string") return found;
  // Knowing less than there is must not look like a forgery.
  if (!(await receivers.refresh())) return "put_off";
  return look();
}

type Authentic = { receiver_id: string; signature: string; signed_at: number; body: Buffer; late: boolean };

async function storeDelivery(queue: DeliveryQueue, authentic: Authentic): Promise<Answer> {
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
    return { status: 200, body: receipt };
  } catch (error) {
    if (error instanceof StorageUnavailable) return comeAgain(error.message);
    throw error;
  }
}

function refuse(
  { ledger }: ReceiveContext,
  request: IncomingMessage,
  reason: RefusalReason,
  about: { receiverId: string; size: number; body?: Buffer; skew?: number },
): Answer {
  const entry: Refusal = {
    at: Date.now(),
    reason,
    receiver_id: RECEIVER_ID.test(about.receiverId) ? about.receiverId : null,
    size: about.size,
    body_hash: null,
    skew_seconds: about.skew ?? null,
    source_address: request.socket.remoteAddress ?? null,
  };
  // Hashing is worth it only for what is told apart: in a flood it would be work that anyone can make us do.
  if (about.body && ledger.wantsParticulars()) {
    entry.body_hash = createHash("sha256").update(about.body).digest("hex");
  }
  ledger.count(entry);
  return refusal(reason);
}
