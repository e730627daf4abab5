import { z } from "zod";
import { notFound } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { readCertificate } from "#lib/server/privacy/blocking/certificates.ts";

const params = z.object({ certificate_id: z.uuid() });

/** What an erasure deleted, without whose it was. */
export const GET = route({ access: "privacy.manage", params }, async ({ params: { certificate_id } }) => {
  const certificate = await readCertificate(certificate_id);
  if (!certificate) throw notFound("This certificate");
  return certificate;
});
