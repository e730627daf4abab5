import { certificateParams } from "#lib/contract/privacy/erasures-input.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { readCertificate } from "#lib/server/privacy/blocking/certificates.ts";

/** The certificate of an erasure: kinds and numbers of deleted rows, without the file. */
export const GET = route(
  { access: "privacy.read", params: certificateParams },
  async ({ params: { certificate_id } }) => {
    const certificate = await readCertificate(certificate_id);
    if (!certificate) throw notFound("This certificate");
    return certificate;
  },
);
