/**
 * A payload laid out for reading, character by character: parsing and writing it again would round large numbers and
 * change what was sent. Text that is not JSON comes back as it is.
 */
export function prettyPayload(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let depth = 0;
  let output = "";
  const line = () => `\n${"  ".repeat(depth)}`;
  for (const token of text.matchAll(TOKEN)) {
    const [part] = token;
    if (part === "{" || part === "[") {
      depth += 1;
      output += part + line();
    } else if (part === "}" || part === "]") {
      depth -= 1;
      // An empty object or list stays on its line.
      output = output.endsWith(`${OPENERS[part]}\n${"  ".repeat(depth + 1)}`)
        ? output.trimEnd() + part
        : output + line() + part;
    } else if (part === ",") output += part + line();
    else if (part === ":") output += ": ";
    else output += part;
  }
  return output;
}

const OPENERS = { "}": "{", "]": "[" } as const;

/** Strings whole, punctuation one by one, and what is left: numbers and words. White space between them is dropped. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
