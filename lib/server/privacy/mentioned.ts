/** As long as an identifier may be (`lib/contract/text.ts`). */
const LONGEST = 200;

/** What stands between words of prose or of a body that is no JSON. */
const BETWEEN = /[\s"'`<>(){}[\],;=&|\\]+/;
const AT_THE_ENDS = /^[.:!?/]+|[.:!?/]+$/g;

/**
 * Everything in a body that may be an id: texts and names of fields as they are, and the words in them. For a delivery
 * whose verification cannot be told; a body that is no JSON is taken for prose.
 */
export function mentionedIds(body: Uint8Array): Set<string> {
  const text = Buffer.from(body).toString("utf8");
  const found = new Set<string>();
  const add = (candidate: string) => {
    if (candidate.length > 0 && candidate.length <= LONGEST) found.add(candidate);
  };
  const addProse = (prose: string) => {
    add(prose);
    for (const word of prose.split(BETWEEN)) {
      add(word);
      add(word.replace(AT_THE_ENDS, ""));
    }
  };
  const waiting = [parsed(text)];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === "string") addProse(value);
    else if (typeof value === "number") add(String(value));
    else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) waiting.push(name, inner);
    }
  }
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
