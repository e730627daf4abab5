import { readDelivery } from "#lib/core/contract/events/event.ts";
import { createDeliveryQueue, StorageUnavailable } from "#lib/receiver/delivery-queue.ts";
import { openReceiverDatabase } from "#lib/receiver/receiver.ts";
import { judgeSkew, matchSignature, parseSignatureHeader, signingKey, skewSeconds } from "#lib/receiver/signature.ts";
import { createBatchStore, isRowFault } from "#lib/receiver/store-batch.ts";

export const dynamic = "force-dynamic";

type Ingest = { queue: ReturnType<typeof createDeliveryQueue>; secrets: { key: ReturnType<typeof signingKey> }[] };

let ingest: Ingest | undefined;

/** The receiver's own queue and batches: only the server differs. Made at the first request, since a build has no secret. */
function openIngest(): Ingest {
  const database = openReceiverDatabase(process.env.DATABASE_URL ?? "", 5);
  const onProblem = (error: unknown) => process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  const queue = createDeliveryQueue(createBatchStore(database).store, { isRowFault, onProblem });
  return { queue, secrets: [{ key: signingKey(process.env.BENCH_SECRET ?? "") }] };
}

/** The receiver as a route handler: verifies on raw bytes, stores, answers after the commit. */
export async function POST(request: Request, context: { params: Promise<{ receiver_id: string }> }): Promise<Response> {
  ingest ??= openIngest();
  const { receiver_id } = await context.params;
  const body = Buffer.from(await request.arrayBuffer());
  const header = parseSignatureHeader(request.headers.get("svc-signature") ?? undefined);
  if (typeof header === "string") return Response.json({ code: header }, { status: 400 });
  const found = matchSignature(header, body, ingest.secrets);
  const timeliness = judgeSkew(skewSeconds(header.t, Date.now()), 86_400);
  if (!found || timeliness === "too_old" || timeliness === "too_new") {
    return Response.json({ code: "UNAUTHORIZED" }, { status: 401 });
  }
  const reading = readDelivery(body);
  const late = timeliness === "late";
  try {
    const { id, stored } = await ingest.queue.add({
      receiver_id,
      signature: found.signature,
      signed_at: Number(header.t),
      body,
      late,
      event_name: reading.event_name,
      verification_id: reading.verification_id,
      unrecognized: reading.recognized ? null : `${reading.reason}: ${reading.detail}`,
    });
    return Response.json({ delivery_id: id, result: stored ? "stored" : "duplicate", late });
  } catch (error) {
    if (error instanceof StorageUnavailable)
      return new Response(null, { status: 503, headers: { "retry-after": "5" } });
    throw error;
  }
}
