import type { Locale } from "#lib/platform/contract/preferences.ts";
import type { Collected } from "./collect.ts";
import { localTime } from "./verifier/render.js";
import { isCovered, type ProvenEntry } from "./verifier/verify.js";

export const PAGE_NAMES: Record<Locale, string> = { en: "evidence.html", "es-MX": "expediente.html" };

type Facts = { collected: Collected; page: string; example: string; covered: string };

/** How to read and check a package with common tools alone, in the language of the package. */
export function readmeOf(collected: Collected, entries: readonly ProvenEntry[]): string {
  const { choice } = collected;
  const covered = `${entries.filter(isCovered).length} / ${entries.length}`;
  const facts = { collected, page: PAGE_NAMES[choice.language], example: byHand(entries), covered };
  return choice.language === "en" ? english(facts) : spanish(facts);
}

/** The leaf of the first entry that is not covered, computed by hand. */
function byHand(entries: readonly ProvenEntry[]): string {
  const at = entries.findIndex((entry) => !isCovered(entry));
  if (at < 0) return "";
  return `
    sed -n ${at + 1}p entries.jsonl | tr -d '\\n' |
      openssl dgst -sha256 -mac HMAC -macopt hexkey:${entries[at]?.salt} -binary |
      (printf '\\000'; cat) | sha256sum
`;
}

const COMMANDS = `
    sha256sum --check SHA256SUMS
    openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in manifest.json -sigfile manifest.sig
    openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in head.txt -sigfile head.sig
`;

const english = ({
  collected: { verification_id, made_at, time_zone, head },
  page,
  example,
  covered,
}: Facts): string => `EVIDENCE PACKAGE
Verification ${verification_id}, made at ${localTime(made_at, time_zone)}

Open ${page} in a browser. It needs no network and no other program, and checks itself: a row that was changed turns red. It
prints to PDF. This text says how to check the package without it, and how to read it when Cotejo is gone.

FILES (all text is UTF-8, all JSON is RFC 8259)
  ${page}      what the package holds, for people
  entries.jsonl      one entry of the evidence log in each line: reviews and decisions (kind "review"), statements of people
                     ("statement"), received deliveries ("delivery"), entries of the audit trail ("audit"), what was deleted
                     ("event")
  deliveries/        the bodies of the deliveries as they were received and signed. The signature header was
                     "t=<t>,v1=<signature>": both are in the entry. v1 is HMAC-SHA-256 of "<t>.<body>" under the secret of the
                     webhook, which is not in the package. In files named "shortened" CURPs and dates of birth are covered,
                     and so are their entries
  pdfs/              PDFs of CURPs that the author of a decision had opened, by their SHA-256, if the installation keeps them and
                     people are whole. The digests are in the entries of the decisions ("pdfs")
  file.json, decisions.json, people.json, notes.json, letters.json, policies.json, samples.json
                     what Cotejo kept beside the log when the package was made. The manifest's signature covers them; the log
                     does not
  manifest.json      size and SHA-256 of each file; for each line of entries.jsonl its position in the log, its proof, and its salt
                     (of a covered entry its leaf)
  manifest.sig       Ed25519 signature of manifest.json (64 bytes)
  manifest.tsr       time stamp of manifest.json by a third party (RFC 3161); without one, manifest.tsr.txt says why, signed
                     by the same key
  head.json, head.txt, head.sig
                     the head of the log: number of entries, root and time; the text that was signed; its signature
  public-key.pem     the key that signs both
  SHA256SUMS         the same digests for sha256sum
  words.json         the words of the page

CHECK EVERYTHING (Node 20 or newer, no other software)

    node verify-evidence.mjs . --head FILE

FILE is a head that left the installation at another time (by mail, by a channel, printed), as JSON like head.json. Without
--head the package is checked against its own head only: somebody who has the installation's key could have made another log.
A head that left earlier is covered by a proof in manifest.json ("heads") if it is one of those listed there. For any other
head get the proof from the installation and add it by --consistency FILE:
/api/evidence/consistency?first=SMALLER_SIZE&second=LARGER_SIZE. Status 1 means that something was altered, is missing or was
added; each line names it.

CHECK BY HAND (sha256sum, OpenSSL 3)
${COMMANDS}
With a time stamp: openssl ts -verify -data manifest.json -in manifest.tsr -CAfile AUTHORITY.pem

The leaf of an entry is SHA-256 of a zero byte and HMAC-SHA-256 of its line (without the line's end) under its salt:
${example}
The hashes of the entry in manifest.json lead from the leaf to the root (RFC 6962, section 2.1; RFC 9162, section 2.1.3.2): a
node is SHA-256 of a byte 1, its left hash and its right hash. The root must be ${head.root}.
The body_digest of a delivery is HMAC-SHA-256, under the same salt, of the SHA-256 (as 32 bytes) of its body.

WHAT IT PROVES. Each entry that is not covered is as it was sealed, at its place in the log, before the head was signed. It does
not prove that nothing else ever happened, nor what was written before an entry was sealed.

COVERED ENTRIES: ${covered}. Where people are shortened, the CURPs and the dates of birth and registration of people are covered in
all texts. An entry with such a text, or of a delivery with such a body, is covered: manifest.json has its leaf instead of its
salt, with which the text could be guessed. Its place in the log is proven; its words are not compared. The manifest's signature
covers its line. The digest of covered facts ("digest") is covered too.
`;

const spanish = ({
  collected: { verification_id, made_at, time_zone, head },
  page,
  example,
  covered,
}: Facts): string => `EXPEDIENTE PROBATORIO
Verificación ${verification_id}, generado el ${localTime(made_at, time_zone)}

Abre ${page} en un navegador. No requiere red ni otro programa y se comprueba a sí mismo: una fila alterada se pone en rojo. Se
puede imprimir a PDF. Este texto explica cómo comprobar el paquete sin esa página y cómo leerlo cuando Cotejo ya no exista.

ARCHIVOS (todo el texto es UTF-8; todo el JSON, RFC 8259)
  ${page}    el contenido, para personas
  entries.jsonl      un asiento del registro de evidencia por línea: revisiones y dictámenes (kind "review"), declaraciones de
                     personas ("statement"), entregas recibidas ("delivery"), asientos de la bitácora ("audit"), lo eliminado
                     ("event")
  deliveries/        el contenido de las entregas tal como se recibió y se firmó. El encabezado de la firma fue
                     "t=<t>,v1=<signature>": ambos están en el asiento. v1 es HMAC-SHA-256 de "<t>.<contenido>" con el secreto
                     del webhook, que no se incluye. En los archivos "shortened" las CURP y las fechas de nacimiento están
                     cubiertas, y sus asientos también
  pdfs/              los PDF de CURP que había abierto quien dictaminó, por su SHA-256, si la instalación los conserva y las
                     personas están completas. Los resúmenes están en los asientos de los dictámenes ("pdfs")
  file.json, decisions.json, people.json, notes.json, letters.json, policies.json, samples.json
                     lo que Cotejo conservaba además del registro cuando se generó el paquete. Los cubre la firma del
                     manifiesto, no el registro
  manifest.json      tamaño y SHA-256 de cada archivo; de cada línea de entries.jsonl, su posición, su prueba y su sal (si está cubierto,
                     su hoja)
  manifest.sig       firma Ed25519 de manifest.json (64 bytes)
  manifest.tsr       sello de tiempo de manifest.json emitido por un tercero (RFC 3161); si falta, manifest.tsr.txt dice por qué,
                     firmado con la misma clave
  head.json, head.txt, head.sig
                     la cabeza del registro: número de asientos, raíz y hora; el texto firmado; su firma
  public-key.pem     la clave que firma ambos
  SHA256SUMS         los mismos resúmenes, para sha256sum
  words.json         las palabras de la página

COMPROBAR TODO (Node 20 o posterior, sin más software)

    node verify-evidence.mjs . --head ARCHIVO

ARCHIVO es una cabeza que salió de la instalación en otro momento (por correo, por un canal, impresa), en JSON como head.json.
Sin --head el paquete se compara solo con su propia cabeza: quien tenga la clave de la instalación podría haber hecho otro
registro. Una cabeza anterior está cubierta por una prueba de manifest.json ("heads") si aparece ahí. Para cualquier otra pide
la prueba a la instalación y agrégala con --consistency ARCHIVO: /api/evidence/consistency?first=MENOR&second=MAYOR. El estado 1
significa que algo se alteró, falta o se agregó; cada línea lo nombra.

COMPROBAR A MANO (sha256sum, OpenSSL 3)
${COMMANDS}
Con sello de tiempo: openssl ts -verify -data manifest.json -in manifest.tsr -CAfile AUTORIDAD.pem

La hoja de un asiento es SHA-256 de un byte cero y el HMAC-SHA-256 de su línea (sin el fin de línea) con su sal:
${example}
Los resúmenes del asiento en manifest.json llevan de la hoja a la raíz (RFC 6962, sección 2.1; RFC 9162, sección 2.1.3.2): un
nodo es SHA-256 de un byte 1, su resumen izquierdo y su resumen derecho. La raíz debe ser ${head.root}.
El body_digest de una entrega es HMAC-SHA-256, con la misma sal, del SHA-256 (32 bytes) de su contenido.

QUÉ PRUEBA. Cada asiento no cubierto está como se selló, en su lugar del registro, antes de que se firmara la cabeza. No prueba
que no haya ocurrido nada más, ni lo escrito antes de sellar un asiento.

ASIENTOS CUBIERTOS: ${covered}. Cuando las personas aparecen abreviadas, sus CURP y sus fechas de nacimiento y de registro están
cubiertas en todos los textos. Un asiento con un texto así, o de una entrega con un contenido así, está cubierto: manifest.json
tiene su hoja en lugar de su sal, con la que se podría adivinar el texto. Se prueba su lugar en el registro; su texto no se
compara. La firma del manifiesto cubre su línea. La huella del sustento cubierto ("digest") también está cubierta.
`;

type PeriodFacts = { from: string; to: string; language: Locale; files: number };

export const periodReadmeOf = ({ from, to, language, files }: PeriodFacts): string =>
  language === "en"
    ? `EVIDENCE PACKAGES OF A PERIOD
Decisions from ${from} to before ${to}: ${files} verifications

Each folder in files/ is the package of one verification, with a page and a README of its own. Blocked verifications are not
included: their packages are made one by one, with a reason.

CHECK EVERYTHING (Node 20 or newer, no other software)

    node verify-evidence.mjs . --head FILE

It checks that no package is missing or was added, and each of them. By hand:

    openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in manifest.json -sigfile manifest.sig

manifest.json has the SHA-256 of the manifest.json of each package. With a time stamp: openssl ts -verify -data manifest.json
-in manifest.tsr -CAfile AUTHORITY.pem
`
    : `EXPEDIENTES PROBATORIOS DE UN PERIODO
Dictámenes desde ${from} hasta antes de ${to}: ${files} verificaciones

Cada carpeta de files/ es el paquete de una verificación, con su propia página y su README. No incluye verificaciones bloqueadas:
sus paquetes se generan uno por uno, con un motivo.

COMPROBAR TODO (Node 20 o posterior, sin más software)

    node verify-evidence.mjs . --head ARCHIVO

Comprueba que no falte ni se haya agregado ningún paquete, y cada uno de ellos. A mano:

    openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in manifest.json -sigfile manifest.sig

manifest.json tiene el SHA-256 del manifest.json de cada paquete. Con sello de tiempo: openssl ts -verify -data manifest.json
-in manifest.tsr -CAfile AUTORIDAD.pem
`;
