import { globSync, readFileSync } from "node:fs";
import { type ESTree, parseSync, Visitor } from "vite";

/**
 * Fails if a page has a text that React could not remove, change, or insert something before, after another program
 * replaced the page's text nodes, as the translation of browsers does. Part of `npm run lint`. These texts need an
 * element of their own: a text that comes and goes beside siblings; a text directly after a child that comes and goes; a
 * text with variables beside siblings; a text in a fragment, which may come and go itself; `t.rich(…)`, which consists of
 * several texts, as one of two cases or with a variable key: `<span key={state}>{t.rich(state)}</span>`.
 *
 * The value of `{open && actions}` may be a text; `{open && <>{actions}</>}` says that it consists of elements.
 */

function inside(node: ESTree.Node): ESTree.Node {
  const holds = node.type === "JSXExpressionContainer" || node.type === "ParenthesizedExpression";
  return holds ? inside(node.expression) : node;
}

const isConditional = ({ type }: ESTree.Node) => type === "LogicalExpression" || type === "ConditionalExpression";

const LISTS = new Set(["map", "flatMap", "from"]);

/** The function of `rows.map(…)`, which makes the children of a list. */
function functionOfList(node: ESTree.Node): ESTree.Node | undefined {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return undefined;
  const { property } = node.callee;
  return property.type === "Identifier" && LISTS.has(property.name) ? node.arguments.at(-1) : undefined;
}

const MESSAGES = new Set(["t", "words"]);

/** A call like `t("left", { count })` or `t.rich(…)`. */
function isMessage({ callee }: ESTree.CallExpression): boolean {
  const named = callee.type === "MemberExpression" ? callee.object : callee;
  return named.type === "Identifier" && MESSAGES.has(named.name);
}

/** Whether a value is a text or has a text among its cases. `open`: variables and calls count as texts. */
function mayBeText(value: ESTree.Node, open: boolean): boolean {
  const node = inside(value);
  const made = functionOfList(node);
  if (made) return made.type === "ArrowFunctionExpression" && mayBeText(made.body, false);
  switch (node.type) {
    case "JSXText":
      return node.value.trim() !== "";
    case "Literal":
      return typeof node.value === "string" || typeof node.value === "number";
    case "TemplateLiteral":
      return true;
    case "CallExpression":
      return open || isMessage(node);
    case "Identifier":
      return open && node.name !== "undefined";
    case "MemberExpression":
    case "ChainExpression":
      return open;
    case "LogicalExpression":
      return mayBeText(node.right, open) || (node.operator !== "&&" && mayBeText(node.left, open));
    case "ConditionalExpression":
      return mayBeText(node.consequent, open) || mayBeText(node.alternate, open);
    default:
      return false;
  }
}

/** Whether a text depends on variables. `t.rich` shows most of them by elements. */
function isVariable(node: ESTree.Node): boolean {
  if (node.type === "TemplateLiteral") return node.expressions.length > 0;
  const isPlain = node.type === "CallExpression" && node.callee.type === "Identifier" && isMessage(node);
  return isPlain && (node.arguments.length > 1 || node.arguments[0]?.type !== "Literal");
}

const isRich = (node: ESTree.Node): node is ESTree.CallExpression =>
  node.type === "CallExpression" &&
  node.callee.type === "MemberExpression" &&
  node.callee.property.type === "Identifier" &&
  node.callee.property.name === "rich";

/** Whether the texts of `t.rich(…)` may become those of another message, or one text. */
function mayTurn(value: ESTree.Node, isCase = false): boolean {
  const node = inside(value);
  if (isRich(node)) return isCase || node.arguments[0]?.type !== "Literal";
  if (node.type === "LogicalExpression") return mayTurn(node.right, true) || mayTurn(node.left, true);
  return node.type === "ConditionalExpression" && (mayTurn(node.consequent, true) || mayTurn(node.alternate, true));
}

const hasKey = ({ attributes }: ESTree.JSXOpeningElement): boolean =>
  attributes.some((given) => given.type === "JSXAttribute" && given.name.name === "key");

/** Line breaks between elements and comments are no children. */
const isChild = (child: ESTree.JSXChild): boolean =>
  child.type === "JSXText"
    ? child.value.trim() !== "" || !child.value.includes("\n")
    : child.type !== "JSXExpressionContainer" || child.expression.type !== "JSXEmptyExpression";

/** The texts of a module without an element of their own. */
export function bareTexts(source: string): ESTree.Node[] {
  const found: ESTree.Node[] = [];
  const check = (all: ESTree.JSXChild[], inFragment: boolean, keyed = false) => {
    const children = all.filter(isChild).map(inside);
    if (!keyed) found.push(...children.filter((child) => mayTurn(child)));
    if (children.length < 2 && !inFragment) return;
    let afterComing = false;
    for (const child of children) {
      const isKeyed = child.type === "JSXElement" && hasKey(child.openingElement);
      const comes = isConditional(child) || functionOfList(child) !== undefined || isKeyed;
      const moves = comes || afterComing || inFragment || isVariable(child);
      if (moves && mayBeText(child, isConditional(child))) found.push(child);
      afterComing = comes;
    }
  };
  new Visitor({
    "JSXElement:exit": ({ openingElement, children }) => {
      const { name } = openingElement;
      check(children, name.type === "JSXIdentifier" && name.name === "Fragment", hasKey(openingElement));
    },
    "JSXFragment:exit": ({ children }) => check(children, true),
  }).visit(parseSync("page.tsx", source).program);
  return found;
}

if (import.meta.main) {
  const places = globSync("{app,components}/**/*.tsx")
    .filter((file) => !file.endsWith(".test.tsx"))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(file, "utf8");
      return bareTexts(source).map(({ start, end }) => {
        const line = source.slice(0, start).split("\n").length;
        return `${file}:${line}: ${source.slice(start, end).replaceAll(/\s+/g, " ")}`;
      });
    });
  if (places.length > 0) {
    console.error(`Texts that need an element of their own:\n${places.join("\n")}`);
    process.exitCode = 1;
  }
}
