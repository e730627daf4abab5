import type { PackageChoice, PackageFormat } from "#lib/contract/evidence/package.ts";
import { call } from "./api.ts";

type Asked = PackageChoice & { format: PackageFormat; reason: string };

/** The evidence package of a file as a download. */
export async function fetchPackage(verification_id: string, { notes, reason, ...choice }: Asked): Promise<Blob> {
  const parameters = new URLSearchParams([
    ...Object.entries(choice),
    ...notes.map((kind) => ["notes", kind] as [string, string]),
    ...(reason === "" ? [] : [["reason", reason] as [string, string]]),
  ]);
  return (await call(`/api/evidence/verifications/${encodeURIComponent(verification_id)}?${parameters}`)).blob();
}
