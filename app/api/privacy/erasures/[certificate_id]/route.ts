import { certificateParams } from "#lib/contract/privacy/erasures-input.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { readCertificate } from "#lib/server/privacy/blocking/certificates.ts";

/** What an erasure deleted, without whose it was. */
export const GET = route(
  { access: "privacy.read", params: certificateParams },
  async ({ params: { certificate_id } }) => {
    const certificate = await readCertificate(certificate_id);
    if (!certificate) throw notFound("This certificate");
    return certificate;
  },
);
