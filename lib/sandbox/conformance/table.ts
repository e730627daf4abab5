import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { createVitest, type TestCase } from "vitest/node";
import { RULES } from "#lib/contract-check/report.ts";
import { SECTIONS, type Section } from "#lib/contract-check/rules/rule.ts";

/**
 * Writes `docs/conformance.md` from the rules of `lib/contract-check` and the titles of the conformance suite, without
 * running the suite. With `--check` it only compares the page with them, and reports a difference by its exit code.
 */

const PAGE = "docs/conformance.md";
const FOLDER = "lib/sandbox/conformance";
const HEADINGS: readonly string[] = [...SECTIONS, "Beyond the interface"];
const INTRODUCTION = `# Conformance

What the interface states, and what holds the sandbox (\`lib/sandbox\`) to it. Written by \`npm run conformance\` from the
rules that \`npm run contract\` tries on any service, which \`reads.db.test.ts\` tries on the sandbox, and from the titles
of \`${FOLDER}\`, for what takes writes, deliveries or time. What the interface asks of the customer's side is tested
where Cotejo does it. \`npm run lint\` fails when this page and the tests differ, or a test that it names is gone.
`;

type StatementRow = { heading: string; statement: string; where: string };

const linked = (file: string) => `[${basename(file).replace(".db.test.ts", "")}](../${FOLDER}/${basename(file)})`;

function rowOf(test: TestCase): StatementRow {
  const { parent, module, name, options } = test;
  if (options.mode !== "run") throw new Error(`${module.moduleId}: '${name}' does not run`);
  if (parent.type !== "suite" || parent.parent.type !== "module") throw new Error(`'${name}' stands under no heading`);
  return { heading: parent.name, statement: name, where: linked(module.moduleId) };
}

async function readSuite(): Promise<StatementRow[]> {
  const vitest = await createVitest("test", { watch: false });
  try {
    const modules = await vitest.parseSpecifications(await vitest.getRelevantTestSpecifications([`${FOLDER}/`]));
    const files = modules.sort((a, b) => a.moduleId.localeCompare(b.moduleId, "en"));
    return files.flatMap((module) => [...module.children.allTests()].map(rowOf));
  } finally {
    await vitest.close();
  }
}

function page(rows: readonly StatementRow[]): string {
  const lost = rows.find(({ heading }) => !HEADINGS.includes(heading));
  if (lost) throw new Error(`'${lost.heading}' is no heading of the interface`);
  const sections = HEADINGS.flatMap((heading) => {
    const within = rows.filter((row) => row.heading === heading);
    if (within.length === 0) throw new Error(`nothing holds '${heading}'`);
    return [`## ${heading}`, table(within)];
  });
  return `${[INTRODUCTION.trimEnd(), ...sections].join("\n\n")}\n`;
}

/** A Markdown table as the formatter writes it: columns as wide as their widest cell. */
function table(rows: readonly StatementRow[]): string {
  const cells = rows.map(({ statement, where: held }) => [statement, held].map((text) => text.replaceAll("|", "\\|")));
  const lines = [["Statement", "Held by"], ...cells];
  const widths = [0, 1].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const draw = (line: string[]) => `| ${line.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [draw(lines[0] ?? []), draw(widths.map((width) => "-".repeat(width))), ...cells.map(draw)].join("\n");
}

/** Names tests outside the suite by their titles. Throws if the file has no test with such a title. */
function tests(file: string, ...titles: string[]): string {
  const source = readFileSync(file, "utf8");
  const missing = titles.find((title) => !source.includes(`"${title}"`));
  if (missing !== undefined) throw new Error(`${file} has no test '${missing}'`);
  return `${titles.map((title) => `'${title}'`).join(", ")} in \`${file}\``;
}

/**
 * Statements of the interface that no answer or delivery of the sandbox can keep or break, each with the reason or the
 * place of its test: the customer's side, or another heading with the same statement. With them the table is complete.
 */
const NOT_SHOWN = "belongs to the endpoints that add items, which the interface does not show";
const NOT_SEEN = "no answer or delivery tells";

const RECEIVER = "lib/receiver/receiver.db.test.ts";
const SENDER = "lib/core/server/service/send.test.ts";
const CONTROL = "lib/sandbox/control/verifications.db.test.ts";
const SIGN_UP = "lib/sandbox/control/control.db.test.ts";
const REQUESTS = "lib/core/server/inbox/drain-requests.db.test.ts";
const SUMMARISE = "lib/core/server/projections/summarise.db.test.ts";
const FINDINGS = "lib/core/server/verifications/findings.test.ts";
const ANY_ORDER = tests(
  "lib/core/server/inbox/drain-order.db.test.ts",
  "gives the same tables for any order, copies and batches, over two workers, and for the fold of the rules",
);
const COPY = tests(RECEIVER, "sent again is counted, not stored again");
const WINDOW = tests(
  RECEIVER,
  "signed within the last day is accepted and marked late",
  "signed longer ago than this installation accepts is refused before its body is read",
);

const ELSEWHERE: Partial<Record<Section, Record<string, string>>> = {
  "What the service does": {
    "callers assign labels; progress is reported by signed webhooks": "Events: Event list; Authentication",
    "standard HTTP status codes are used": "Errors: Error response",
  },
  "Resources: Verification": {
    "`account_name` is present in some events only": "Events: Event list",
  },
  "Resources: Item": {
    "`item_error` is optional": "Events: Event list",
    "`file_url` remains available 5 minutes; `upload_url` is for direct upload": NOT_SHOWN,
  },
  "Resources: Label assignment": { "`entity.type` is always `label`": "Events: Event list" },
  "States: Verification `status`": { "its four values": "Resources: Verification" },
  "States: Findings runs": { "a `provisional` run uses a faster model": NOT_SEEN },
  "Endpoints: Verification read": {
    "GET `/verifications/{verification-id}`: its current state": "States: Findings runs, `final`",
    "GET `/v2/verifications/{verification_id}/people`: everybody": "Resources: Person",
    "an on-demand findings run answers 202 without `run_id`": tests(
      CONTROL,
      "is answered 202 without its `run_id`, announced by its event, and returned by the next read",
    ),
  },
  "Endpoints: API keys": {
    "POST: 409 when `id` already exists": "Resources: API key",
    "GET, POST and DELETE: also 401 and 500": "Errors: Error response",
  },
  "Endpoints: Webhooks": { "rule 4: a lost secret cannot be regenerated": "Resources: Webhook, `secret`" },
  "Authentication: API key": {
    "2: `api_key` appears only in the create response": "Resources: API key",
    "2: keys are also created in the customer dashboard, and shown once": tests(
      SIGN_UP,
      "returns the key once, and revokes it when it is replaced",
    ),
  },
  "Authentication: Webhook signature": {
    "a receiver rejects timestamps older than about 5 minutes: ours marks them late, and rejects after `RECEIVER_MAX_AGE_MINUTES` (decision 0016)":
      WINDOW,
    "step 4: a mismatch is not authentic": tests(
      "lib/receiver/signature.test.ts",
      "any other body, time or secret does not match",
    ),
    "step 4: compared in constant time":
      "`timingSafeEqual` in `lib/receiver/signature.ts`; no test can time it reliably",
    "what an independent implementation signs is accepted": tests(
      RECEIVER,
      "signed by an independent implementation of the scheme is stored, and refused when anything is changed",
    ),
    "the signature can serve as a de-duplication key": COPY,
    "deliveries originate from two fixed addresses": "the sandbox delivers from its own machine",
    "the two addresses may be allow-listed, but only the signature proves authenticity": tests(
      RECEIVER,
      "is authentic by its signature alone, whatever its source address",
    ),
  },
  Events: {
    "timestamps are ISO 8601 strings": "Events: Event list",
    "receivers read the API for current state when needed": tests(
      REQUESTS,
      "follow finished, after the end of its signature's second",
      "follow a new gap, a little later, and not a known one",
    ),
  },
  "Events: Base verification fields": { "what several events carry": "Events: Event list" },
  "Events: Event rules": {
    "1: label payloads carry no `reason` or `correlation_id`": "Events: Event list",
    "1: reconcile labels by `verification_id`, `entity.label` and timestamps, idempotently": `${tests(
      "lib/core/server/verifications/labels.db.test.ts",
      "reads a comment update, removed and added at one instant, as one current label",
    )}, ${ANY_ORDER}`,
    "2: a receiver orders by `updated_at`, applies the latest, and discards what is older": `${tests(
      SUMMARISE,
      "is the latest change, the first full_upload the completion",
    )}, ${ANY_ORDER}`,
    "2: a receiver finds what does not follow from the prior event": tests(
      SUMMARISE,
      "has a gap where a predecessor is missing",
      "has a gap where the first known change had a predecessor",
    ),
    "3: a receiver applies the latest `computed_at`; at equal ones `final` wins over `provisional`": tests(
      SUMMARISE,
      "are those of the latest run, final or not",
      "are final at equal times",
    ),
    "3: `computed_at` is compared after parsing": "`lib/platform/contract/time.test.ts`",
    "3: `computed_at` orders runs among themselves, not against other events": tests(
      FINDINGS,
      "orders runs among themselves alone, whatever else happened when",
    ),
    "4: de-duplicate by signature (same delivery)": COPY,
    "4: de-duplicate by `run_id` (redelivery versus recalculation)": tests(
      FINDINGS,
      "takes a run that was delivered twice as one",
    ),
    "5: definitive findings wait for `source` `final`, and are not inferred from `verification.v2.finished`": `${tests(
      FINDINGS,
      "infers nothing final from finished",
    )}, ${tests(SUMMARISE, "are not final because the verification is finished")}`,
    "7: verify on the raw body, answer 2xx at once, process asynchronously, de-duplicate": `${tests(
      RECEIVER,
      "with %s is kept byte for byte",
      "is stored with its event and verification, and answered with a receipt",
    )}, ${COPY}`,
    "8: a receiver reads the people after `curp_search_completed`": tests(
      REQUESTS,
      "follow the end of a CURP lookup at once: the people, and the verification with them",
    ),
  },
  "Errors: Error response": {
    "`VALIDATION_ERROR` 400": "Endpoints: API keys, POST; Resources: Webhook, `url`, `events`",
    "`BAD_REQUEST` 400: content type": "Endpoints",
    "`NOT_FOUND` 404": "Endpoints: API keys, Webhooks, Verification read",
    "`DUPLICATE_RESOURCE` 409": "Resources: API key",
    "`FORBIDDEN` 403": "Authentication: API key",
    "clients use `code` and the HTTP status, not the text of `message`": tests(
      SENDER,
      "is recognised by status without a code, and never by its message",
    ),
    "clients retry 5xx and network errors with backoff, not 4xx": tests(
      SENDER,
      "of a read after %s happens twice, and the last answer counts",
      "follows after a random delay each time",
      "%d %s is %s (%d), without a retry",
    ),
  },
  "Errors: Causes of missing or rejected webhook deliveries": {
    "1: the webhook URL is not HTTPS": "Resources: Webhook, `url`",
    "2: a firewall blocks the two addresses": "outside the service and the receiver",
    "3: the receiver takes longer than 30 seconds": "Limits",
    "5: signature mismatch: raw body, secret of another webhook, encoding other than UTF-8": `${tests(
      RECEIVER,
      "a secret of another receiver does not match",
    )}, ${tests("lib/receiver/signature.test.ts", "a text signed by the service equals the bytes that arrive")}`,
  },
  Versioning: { "event names carry the segment `v2`, but for that of people": "Resources: Webhook, `events`" },
  Limits: {
    "webhook retries: 5 after the first failed delivery": "Events: Delivery and retry behaviour",
    "webhook secret: retrievable only once, at creation": "Resources: Webhook, `secret`",
    "findings storage: only the latest run per verification": "States: Findings runs",
    "`file_url` availability: at least 5 minutes": NOT_SHOWN,
    "replay window about 5 minutes: what is older is marked late until `RECEIVER_MAX_AGE_MINUTES`": WINDOW,
    "de-duplication retention at least 24 hours": `${tests(
      "lib/records/server/privacy/retention.db.test.ts",
      "deleted in any history leave the same tables, over any number of rebuilds and copies",
    )}, ${tests("lib/platform/server/base/env.test.ts", "of %s are %i at least")}`,
  },
};

const where = "a rule of `npm run contract`";
const rules = RULES.map(({ section: heading, statement }) => ({ heading, statement, where }));
const elsewhere = Object.entries(ELSEWHERE).flatMap(([heading, statements]) =>
  Object.entries(statements).map(([statement, tested]) => ({ heading, statement, where: tested })),
);
const written = page([...rules, ...(await readSuite()), ...elsewhere]);
if (!process.argv.includes("--check")) {
  writeFileSync(PAGE, written);
} else if (readFileSync(PAGE, "utf8") !== written) {
  process.stderr.write(`${PAGE} is not what the suite says: run npm run conformance\n`);
  process.exitCode = 1;
}
