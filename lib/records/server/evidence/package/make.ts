import { signedText } from "#lib/core/contract/evidence-head.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { MESSAGES } from "#lib/platform/server/i18n/messages.ts";
import type { HeadSigner } from "#lib/records/server/evidence/signing-key.ts";
import type { BodyFile } from "./bodies.ts";
import type { Collected } from "./collect.ts";
import {
  type BodyOfEntry,
  jsonOf,
  type ListedFile,
  linesOf,
  listed,
  manifestOf,
  type PackageFile,
  provenEntries,
  signed,
} from "./manifest.ts";
import { programs } from "./programs.ts";
import { PAGE_NAMES, readmeOf } from "./readme.ts";
import { pageHtml } from "./verifier/page-html.js";
import { ENTRIES_FILE } from "./verifier/verify.js";

/** Maximum bytes of bodies in the page; further bodies are in the ZIP alone, and the page proves their digests. */
const MAX_BYTES_IN_PAGE = 8 * 1024 * 1024;

/** The small files: the entries, the documents beside the log, and the words of the page. */
function smallFiles({ documents, choice, ...rest }: Collected): PackageFile[] {
  const contents = Object.entries(documents.contents).map(([name, value]) => ({ name, content: jsonOf(value) }));
  const words = { name: "words.json", content: jsonOf(wordsOf(choice.language)) };
  return [{ name: ENTRIES_FILE, content: linesOf(rest) }, ...contents, words];
}

/** The signer and the time stamp of a package, and the bodies of its deliveries and its PDFs, which are read one at a time. */
export type PackageSources = {
  signer: HeadSigner;
  bodies: AsyncIterable<BodyFile>;
  pdfs: AsyncIterable<PackageFile>;
  /** The time stamp of a manifest, as a file beside it; null for a package within another, whose manifest is stamped. */
  stamp: ((manifest: Buffer) => Promise<PackageFile>) | null;
};

type PassedBodies = { bodies: Map<number, BodyOfEntry>; kept: PackageFile[]; room: number };

const noneYet = (): PassedBodies => ({ bodies: new Map(), kept: [], room: MAX_BYTES_IN_PAGE });

/** Notes a body that becomes a file, and keeps it for the page if it fits. */
function pass(passed: PassedBodies, { id, name, sha256, whole, content }: BodyFile): void {
  passed.bodies.set(id, { file: name, sha256, whole });
  if (content.length > passed.room) return;
  passed.kept.push({ name, content });
  passed.room -= content.length;
}

async function pageOf(collected: Collected, { bodies, kept }: PassedBodies, signer: HeadSigner): Promise<Buffer> {
  const files = [...smallFiles(collected), ...kept];
  const [manifest, signature] = signed(manifestOf(collected, bodies, files.map(listed)), signer);
  const embedded = {
    manifest: manifest.content.toString(),
    signature: signature.content.toString("base64"),
    files: new Map<string, Uint8Array>(files.map(({ name, content }) => [name, content])),
  };
  return Buffer.from(await pageHtml(embedded, programs()));
}

export async function makePage(
  collected: Collected,
  { signer, bodies }: Pick<PackageSources, "signer" | "bodies">,
): Promise<Buffer> {
  const passed = noneYet();
  for await (const body of bodies) pass(passed, body);
  return pageOf(collected, passed, signer);
}

/** The files of a package, one at a time; the manifest, its signature and its time stamp come last. */
export async function* packageFiles(
  collected: Collected,
  { signer, bodies, pdfs, stamp }: PackageSources,
): AsyncGenerator<PackageFile, void> {
  const list: ListedFile[] = [];
  const noted = (name: string, content: Buffer): PackageFile => {
    list.push(listed({ name, content }));
    return { name, content };
  };
  const passed = noneYet();
  for await (const body of bodies) {
    pass(passed, body);
    yield noted(body.name, body.content);
  }
  for await (const { name, content } of pdfs) yield noted(name, content);
  const { head, choice } = collected;
  for (const { name, content } of smallFiles(collected)) yield noted(name, content);
  yield noted(PAGE_NAMES[choice.language], await pageOf(collected, passed, signer));
  yield noted("head.json", jsonOf(head));
  yield noted("head.txt", Buffer.from(signedText(head)));
  yield noted("head.sig", Buffer.from(head.signature, "base64"));
  yield noted("public-key.pem", Buffer.from(head.public_key));
  yield noted("verify-evidence.mjs", Buffer.from(programs().command));
  yield noted("README.txt", Buffer.from(readmeOf(collected, provenEntries(collected, passed.bodies))));
  yield noted("SHA256SUMS", Buffer.from(list.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("")));
  const manifest = manifestOf(collected, passed.bodies, list);
  yield* signed(manifest, signer);
  if (stamp) yield await stamp(manifest);
}

/** The words of a package's page: its own, and the words of Cotejo's pages for codes. */
function wordsOf(locale: Locale): Record<string, Record<string, string>> {
  const { "evidence-page": own, verification, people, audit, review, export: exported } = MESSAGES[locale];
  return {
    ...own,
    status: verification.status,
    documents_status: verification.documentsStatus,
    severity: verification.severity,
    outcome: people.outcomes,
    resolution: review.resolution,
    state: review.state,
    exception: exported.exception,
    action: flat(audit.action),
  };
}

/** Nested words by their names with dots between. */
const flat = (words: object, before = ""): Record<string, string> =>
  Object.fromEntries(
    Object.entries(words).flatMap(([name, word]): [string, string][] =>
      typeof word === "string" ? [[`${before}${name}`, word]] : Object.entries(flat(word, `${before}${name}.`)),
    ),
  );
