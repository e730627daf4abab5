import { type BulkOutcome, MAX_ACCEPTED_TOGETHER, MAX_BULK } from "#lib/core/contract/verifications/review.ts";
import { type ImportedId, MAX_IMPORTED } from "#lib/core/contract/verifications/verification.ts";
import type { BulkChange } from "#lib/desk/contract/review/review-input.ts";
import { ApiError, call } from "#lib/platform/browser/api.ts";

/** A file with the version of its review. */
type SteppedFile = { verification_id: string; version: string };

/** Has verifications read from the service by id, and reports each as it is done, in the order of completion. */
export const importVerifications = (ids: readonly string[], signal: AbortSignal) =>
  outcomesOf<string, ImportedId>(ids, MAX_IMPORTED, signal, (ids) =>
    call("POST /api/imports/verifications", { body: { ids }, signal }),
  );

/** Makes the same change of many reviews, and reports each as it is done. */
export const changeReviews = (ids: readonly string[], change: BulkChange, signal: AbortSignal) =>
  outcomesOf<string, BulkOutcome>(ids, MAX_BULK, signal, (ids) =>
    call("POST /api/review/bulk", { body: { ids, change }, signal }),
  );

/** Accepts files together, each on the version that was shown, and reports each as it is done. */
export const acceptTogether = (files: readonly SteppedFile[], signal: AbortSignal) =>
  outcomesOf<SteppedFile, BulkOutcome>(files, MAX_ACCEPTED_TOGETHER, signal, (files) =>
    call("POST /api/review/bulk/acceptance", { body: { files }, signal }),
  );

/** Undoes the user's last step on many reviews; reviews with a later change stay. */
export const undoReviews = (steps: readonly SteppedFile[], signal: AbortSignal) =>
  outcomesOf<SteppedFile, BulkOutcome>(steps, MAX_BULK, signal, (steps) =>
    call("POST /api/review/bulk/undo", { body: { steps }, signal }),
  );

/**
 * Streams the outcome of each item; one request has at most `most` items. Throws ApiError when a request is refused or
 * the connection ends before the last line; outcomes reported until then hold.
 */
async function* outcomesOf<Item, Line>(
  items: readonly Item[],
  most: number,
  signal: AbortSignal,
  request: (batch: Item[]) => Promise<Response>,
): AsyncGenerator<Line> {
  for (let start = 0; start < items.length; start += most) {
    const batch = items.slice(start, start + most);
    const { body } = await request(batch);
    let answered = 0;
    for await (const line of linesOf(body, signal)) {
      answered += 1;
      yield JSON.parse(line) as Line;
    }
    if (answered < batch.length) throw incompleteAnswer();
  }
}

const incompleteAnswer = () => new ApiError(0, "OFFLINE", "the answer ended early", null);

/** The lines of a body as they arrive, without empty ones. A last line without a line end is truncated, so it is dropped. */
async function* linesOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  signal: AbortSignal,
): AsyncGenerator<string> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw signal.aborted ? error : incompleteAnswer();
      });
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.trim() !== "") yield line;
    }
  } finally {
    // A caller that stops iterating cancels the request.
    await reader.cancel().catch(() => undefined);
  }
}
