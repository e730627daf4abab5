import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { createVitest, type TestCase } from "vitest/node";
import { RULES } from "#lib/contract-check/report.ts";
import { SECTIONS, type Section } from "#lib/contract-check/rules/rule.ts";

/**
 * Writes `docs/conformance.md` from the rules of `lib/contract-check` and the titles of the conformance suite, read without
 * running it; with `--check` it only says whether the page is what they say, by its exit code.
 */

const PAGE = "docs/conformance.md";
const FOLDER = "lib/sandbox/conformance";
const HEADINGS: readonly string[] = [...SECTIONS, "Beyond the interface"];
const INTRODUCTION = `# Conformance

What the interface states, and what holds the sandbox (\`lib/sandbox\`) to it. Written by \`npm run conformance\` from the
rules that \`npm run contract\` tries on any service, which \`reads.db.test.ts\` tries on the sandbox, and from the titles of
\`${FOLDER}\`, for what takes writes, deliveries or time; \`npm run lint\` fails when the two differ.
`;

type Row = { heading: string; statement: string; where: string };

const linked = (file: string) => `[${basename(file).replace(".db.test.ts", "")}](../${FOLDER}/${basename(file)})`;

function rowOf(test: TestCase): Row {
  const { parent, module, name, options } = test;
  if (options.mode !== "run") throw new Error(`${module.moduleId}: '${name}' does not run`);
  if (parent.type !== "suite" || parent.parent.type !== "module") throw new Error(`'${name}' stands under no heading`);
  return { heading: parent.name, statement: name, where: linked(module.moduleId) };
}

async function readSuite(): Promise<Row[]> {
  const vitest = await createVitest("test", { watch: false });
  try {
    const modules = await vitest.parseSpecifications(await vitest.getRelevantTestSpecifications([`${FOLDER}/`]));
    const files = modules.sort((a, b) => a.moduleId.localeCompare(b.moduleId, "en"));
    return files.flatMap((module) => [...module.children.allTests()].map(rowOf));
  } finally {
    await vitest.close();
  }
}

function page(rows: readonly Row[]): string {
  const lost = rows.find(({ heading }) => !HEADINGS.includes(heading));
  if (lost) throw new Error(`'${lost.heading}' is no heading of the interface`);
  const sections = HEADINGS.flatMap((heading) => {
    const within = rows.filter((row) => row.heading === heading);
    if (within.length === 0) throw new Error(`nothing holds '${heading}'`);
    return [`## ${heading}`, table(within)];
  });
  return `${[INTRODUCTION.trimEnd(), ...sections].join("\n\n")}\n`;
}

/** In the form that the formatter gives tables: columns as wide as their widest cell. */
function table(rows: readonly Row[]): string {
  const cells = rows.map(({ statement, where: held }) => [statement, held].map((text) => text.replaceAll("|", "\\|")));
  const lines = [["Statement", "Held by"], ...cells];
  const widths = [0, 1].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const draw = (line: string[]) => `| ${line.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [draw(lines[0] ?? []), draw(widths.map((width) => "-".repeat(width))), ...cells.map(draw)].join("\n");
}

/**
 * Statements of the interface that no answer or delivery of the sandbox can keep or break, with why, or where they are
 * tested: the customer's side, or another heading that states the same. They are in the table so that it leaves nothing out.
 */
const NOT_SHOWN = "belongs to the endpoints that add items, which the interface does not show";
const INBOX = "`lib/server/inbox/store-deliveries.db.test.ts`";
const SIGNATURE = "the receiver's: `lib/receiver/signature.test.ts`";

const ELSEWHERE: Partial<Record<Section, Record<string, string>>> = {
  "Resources: Item": {
    "`item_error` is optional": "Events: Event list",
    "`file_url` remains available 5 minutes; `upload_url` is for direct upload": NOT_SHOWN,
  },
  "Resources: Label assignment": { "`entity.type` is always `label`": "Events: Event list" },
  "States: Verification `status`": { "its four values": "Resources: Verification" },
  "Endpoints: Verification read": {
    "GET `/verifications/{verification-id}`: its current state": "States: Findings runs, `final`",
    "GET `/v2/verifications/{verification_id}/people`: everybody": "Resources: Person",
  },
  "Endpoints: API keys": { "POST: 409 when `id` already exists": "Resources: API key" },
  "Endpoints: Webhooks": { "rule 4: a lost secret cannot be regenerated": "Resources: Webhook, `secret`" },
  "Authentication: API key": {
    "2: `api_key` appears only in the create response": "Resources: API key",
    "2: keys are also created in the customer dashboard": "`POST /sandbox/accounts`, `/sandbox/api-keys`",
  },
  "Authentication: Webhook signature": {
    "a receiver rejects timestamps older than about 5 minutes: ours marks them late, and rejects after `RECEIVER_MAX_AGE_MINUTES` (decision 0016); step 4":
      SIGNATURE,
    "what an independent implementation signs is accepted": "the receiver's: `lib/receiver/receiver.db.test.ts`",
    "deliveries originate from two fixed addresses": "the sandbox delivers from its own machine",
  },
  Events: { "timestamps are ISO 8601 strings": "Events: Event list" },
  "Events: Base verification fields": { "what several events carry": "Events: Event list" },
  "Events: Event rules": {
    "1: label payloads carry no `reason` or `correlation_id`": "Events: Event list",
    "1 to 4, what a receiver makes of them: the latest wins, de-duplicate":
      "`lib/contract/events/ordering.test.ts`, `lib/server/inbox/drain-order.db.test.ts`",
    "5: wait for `source` `final`": "the receiver's: `lib/server/verifications/findings.test.ts`",
    "7: verify, answer 2xx, process asynchronously, de-duplicate": `\`lib/receiver/receiver.db.test.ts\`, ${INBOX}`,
  },
  "Errors: Error response": {
    "`VALIDATION_ERROR` 400": "Endpoints: API keys, POST; Resources: Webhook, `url`, `events`",
    "`DUPLICATE_RESOURCE` 409": "Resources: API key",
    "`UNAUTHORIZED` 401, `FORBIDDEN` 403": "Authentication: API key",
    "clients retry 5xx and network errors, not 4xx": "the client's: `lib/server/service/client.test.ts`",
  },
  "Errors: Causes of missing or rejected webhook deliveries": {
    "1: the webhook URL is not HTTPS": "Resources: Webhook, `url`",
    "2: a firewall; 5: signature mismatch": "the receiver's",
    "3: the receiver takes longer than 30 seconds": "Limits",
  },
  Versioning: { "event names carry the segment `v2`, but for that of people": "Resources: Webhook, `events`" },
  Limits: {
    "webhook retries: 5 after the first failed delivery": "Events: Delivery and retry behaviour",
    "webhook secret: retrievable only once, at creation": "Resources: Webhook, `secret`",
    "findings storage: only the latest run per verification": "States: Findings runs",
    "`file_url` availability: at least 5 minutes": NOT_SHOWN,
    "replay window about 5 minutes: what is older is marked late until `RECEIVER_MAX_AGE_MINUTES`; de-duplication retention at least 24 hours": `${SIGNATURE}, ${INBOX}`,
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
