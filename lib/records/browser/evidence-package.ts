import { call } from "#lib/platform/browser/api.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import type { PackageChoice, PackageFormat } from "#lib/records/contract/evidence/package.ts";

type PackageInput = PackageChoice & { format: PackageFormat; reason: string };

export async function fetchPackage(verification_id: string, { notes, reason, ...choice }: PackageInput): Promise<Blob> {
  const query = new URLSearchParams([
    ...Object.entries(choice),
    ...notes.map((kind) => ["notes", kind] as [string, string]),
    ...(reason === "" ? [] : [["reason", reason] as [string, string]]),
  ]);
  return (
    await call("GET /api/evidence/verifications/{verification_id}", { params: { verification_id }, query })
  ).blob();
}

export type PeriodProgress = { done: number; files: number };

/** The folder of one file: its path is in the ZIP before each of the folder's entries. */
const FOLDER = /files\/(\d{6})\//g;

/** Downloads the evidence packages of a period. Throws if the stream ends early: an incomplete package proves nothing. */
export async function fetchPeriod(
  period: { from: string; to: string; language: Locale },
  onProgress: (progress: PeriodProgress) => void,
): Promise<Blob> {
  const response = await call("POST /api/evidence/packages", { body: period });
  const files = Number(response.headers.get("x-evidence-files") ?? 0);
  const latin1 = new TextDecoder("latin1");
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let done = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    pieces.push(next.value);
    for (const [, folder] of latin1.decode(next.value).matchAll(FOLDER)) done = Math.max(done, Number(folder));
    onProgress({ done: Math.min(done, files), files });
  }
  return new Blob(pieces, { type: "application/zip" });
}
