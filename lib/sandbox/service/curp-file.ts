import { createHmac, timingSafeEqual } from "node:crypto";
import { type Answer, ApiError } from "#lib/sandbox/http/answer.ts";
import type { SandboxContext } from "#lib/sandbox/http/request.ts";
import { findAccount } from "#lib/sandbox/store/accounts.ts";
import { getVerification } from "#lib/sandbox/store/verifications.ts";
import type { ChangeOf } from "#lib/sandbox/verification/change.ts";

/** A PDF 1.4 of these objects, numbered from 1. Each character is one Latin-1 byte, so string lengths are file offsets. */
export function assemblePdf(objects: readonly string[]): Buffer {
  let file = "%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

/** Serves the PDF of `curp_file`. The signed URL is the permission: no key is needed, and an expired URL gets 403. */
export async function readCurpFile(
  { pool }: SandboxContext,
  verificationId: string,
  fileName: string,
  query: URLSearchParams,
): Promise<Answer> {
  const account = await findAccount(pool);
  const peopleId = fileName.replace(/\.pdf$/, "");
  if (!account || !isFileUrlValid(account.file_key, verificationId, peopleId, query)) {
    throw new ApiError("FORBIDDEN", "the address has expired or is not signed");
  }
  const state = await getVerification(pool, account.account_id, verificationId);
  const person = state?.people.find((candidate) => String(candidate.people_id) === peopleId);
  if (!person?.curp?.applicant_data) throw new ApiError("NOT_FOUND", "no such file");
  return { status: 200, bytes: { type: "application/pdf", content: curpPdf(person.curp.applicant_data) } };
}

const LIFETIME_SECONDS = 15 * 60;

/** `Expires` counts whole seconds, so a URL is valid for at least one, however fast the sandbox's clock runs. */
const lifetime = (timeScale: number): number => Math.max(LIFETIME_SECONDS / timeScale, 1);

function signature(fileKey: Buffer, verificationId: string, peopleId: string, expires: string): Buffer {
  return createHmac("sha256", fileKey)
    .update(JSON.stringify([verificationId, peopleId, expires]))
    .digest();
}

/** A signed, expiring URL of a person's CURP PDF (interface, CURP lookup result: `curp_file`). */
export function signedFileUrl(
  baseUrl: string,
  fileKey: Buffer,
  verificationId: string,
  peopleId: number,
  timeScale: number,
): string {
  const expires = String(Math.ceil(Date.now() / 1000 + lifetime(timeScale)));
  const signed = signature(fileKey, verificationId, String(peopleId), expires).toString("hex");
  return `${baseUrl}/files/${encodeURIComponent(verificationId)}/${peopleId}.pdf?Expires=${expires}&Signature=${signed}`;
}

export function isFileUrlValid(
  fileKey: Buffer,
  verificationId: string,
  peopleId: string,
  query: URLSearchParams,
): boolean {
  const expires = query.get("Expires") ?? "";
  const given = Buffer.from(query.get("Signature") ?? "", "hex");
  const expected = signature(fileKey, verificationId, peopleId, expires);
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expires) * 1000 > Date.now();
}

/** A string of a PDF in a standard font: WinAnsi, which equals Latin-1 for Spanish text. */
const literal = (text: string): string => `(${text.replace(/[\\()]/g, (char) => `\\${char}`)})`;

/** A one-page PDF of lines of text, size and distance in points. Five objects need no library. */
function textPdf(lines: readonly { size: number; text: string }[]): Buffer {
  const text = lines.map(({ size, text: line }) => `/F1 ${size} Tf ${literal(line)} Tj 0 -${size * 2} Td`).join("\n");
  const stream = `BT 64 720 Td\n${text}\nET`;
  return assemblePdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>",
    `<< /Length ${Buffer.byteLength(stream, "latin1")} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ]);
}

/** An imitation of the registry's constancia. */
export function curpPdf(applicant: NonNullable<ChangeOf<"curp_searched">["result"]["applicant_data"]>): Buffer {
  return textPdf([
    { size: 16, text: "CONSTANCIA DE LA CLAVE ÚNICA DE REGISTRO DE POBLACIÓN" },
    { size: 10, text: "Documento de prueba sin validez oficial" },
    { size: 20, text: applicant.curp },
    { size: 12, text: `Nombre: ${applicant.names} ${applicant.first_surname} ${applicant.second_surname}`.trimEnd() },
    { size: 12, text: `Fecha de nacimiento: ${applicant.birth_date}` },
    { size: 12, text: `Entidad de nacimiento: ${applicant.birth_entity}` },
    { size: 12, text: `Documento probatorio: ${applicant.evidentiary_document}` },
  ]);
}
