import { type ImportedId, MOST_IMPORTED } from "#lib/contract/verifications/verification.ts";
import { ApiError, call } from "./api.ts";

/**
 * Has verifications read from the service by id (`POST /api/verifications/import`) and reports each as it is done, in the
 * order of completion. Throws ApiError when a request is refused or the connection ends before the last line; what was
 * reported until then has happened.
 */
export async function* importVerifications(ids: readonly string[], signal: AbortSignal): AsyncGenerator<ImportedId> {
  for (let start = 0; start < ids.length; start += MOST_IMPORTED) {
    const batch = ids.slice(start, start + MOST_IMPORTED);
    const { body } = await call("/api/verifications/import", { method: "POST", body: { ids: batch }, signal });
    let answered = 0;
    for await (const line of linesOf(body, signal)) {
      answered += 1;
      yield JSON.parse(line) as ImportedId;
    }
    if (answered < batch.length) throw cutOff();
  }
}

const cutOff = () => new ApiError(0, "OFFLINE", "the answer ended early", null);

/** The lines of a body as they arrive, empty ones left out. A last line without its end is no line: it was cut off. */
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
        throw signal.aborted ? error : cutOff();
      });
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.trim() !== "") yield line;
    }
  } finally {
    // A caller that stops iterating wants nothing more of it.
    await reader.cancel().catch(() => undefined);
  }
}
