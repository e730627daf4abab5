import {
  isArrowFunction,
  isAwaitExpression,
  isBindingElement,
  isCallExpression,
  isFunctionDeclaration,
  isIdentifier,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isVariableDeclaration,
  type Node,
  type SourceFile,
} from "typescript/unstable/ast";
import {
  type Checker,
  type Project,
  SymbolFlags,
  type Type,
  TypeFlags,
  type Symbol as TypeScriptSymbol,
} from "typescript/unstable/sync";
import type { DeclaredCall, DeclaredColumn, Kind } from "./compare.ts";

/** The declared rows of statements in code, and calls of `query` whose rows cannot be compared. */
export type Declarations = { declared: DeclaredCall[]; faults: { site: string; fault: string }[] };

/** Reads the calls of `query` in the files of a project that `isProduct` accepts; sites are relative to `root`. */
export function declarationsOf(project: Project, root: string, isProduct: (path: string) => boolean): Declarations {
  const { checker, program } = project;
  const files = program.getSourceFileNames().flatMap((name) => {
    const inProduct = name.startsWith(root) && isProduct(name.slice(root.length));
    return (inProduct && program.getSourceFile(name)) || [];
  });
  const siteOf = (file: SourceFile, node: Node) =>
    `${file.fileName.slice(root.length)}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;

  const declared: DeclaredCall[] = [];
  const faults: Declarations["faults"] = [];
  const declare = (site: string, caller: string | null, row: Type) =>
    declared.push({ site, caller, columns: columnsOf(checker, row) });

  /** Functions whose callers give the type of the rows: the place of their statement, by their symbol. */
  const generic = new Map<number, string>();
  for (const file of files.filter(({ text }) => /\b(query|rows)\b/.test(text)))
    for (const node of nodesOf(file)) {
      if (isRows(node) && isAnyArray(checker, node))
        faults.push({ site: siteOf(file, node), fault: "uses rows whose type is not declared" });
      if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) continue;
      const { name } = node.expression;
      const row = name.text === "query" ? rowOf(checker, node) : null;
      if (!row) continue;
      const site = siteOf(file, name);
      if (row.flags & TypeFlags.Any) {
        if (isPassedOn(node)) faults.push({ site, fault: "passes on rows whose type is not declared" });
      } else if (row.isTypeParameter()) {
        const around = nameOfFunctionAround(node);
        const symbol = around && checker.getSymbolAtLocation(around);
        if (symbol) generic.set(symbol.id, site);
        else faults.push({ site, fault: "leaves the type of its rows to the callers of a function without a name" });
      } else declare(site, null, row);
    }

  const resolved = (symbol: TypeScriptSymbol) =>
    symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  for (const file of generic.size > 0 ? files : [])
    for (const node of nodesOf(file)) {
      if (!isCallExpression(node) || !isIdentifier(node.expression)) continue;
      const symbol = checker.getSymbolAtLocation(node.expression);
      const site = symbol && generic.get(resolved(symbol).id);
      if (!site) continue;
      const caller = siteOf(file, node);
      const row = node.typeArguments?.[0] && checker.getTypeFromTypeNode(node.typeArguments[0]);
      if (row) declare(site, caller, row);
      else faults.push({ site: caller, fault: "does not state the type of its rows" });
    }
  return { declared, faults };
}

function nodesOf(node: Node, into: Node[] = []): Node[] {
  into.push(node);
  node.forEachChild((child) => {
    nodesOf(child, into);
  });
  return into;
}

/** R if a call returns Promise<QueryResult<R>>, which only calls of `pg` do. */
function rowOf(checker: Checker, call: Node): Type | null {
  const promise = checker.getTypeAtLocation(call);
  const result = promise && argumentsOf(checker, promise)[0];
  return (result?.getSymbol()?.name === "QueryResult" && argumentsOf(checker, result)[0]) || null;
}

const argumentsOf = (checker: Checker, type: Type): readonly Type[] =>
  type.isTypeReference() ? checker.getTypeArguments(type) : [];

/** `….rows`, and `rows` in a destructured object. */
const isRows = (node: Node): boolean =>
  (isPropertyAccessExpression(node) && node.name.text === "rows") ||
  (isBindingElement(node) && (node.propertyName ?? node.name)?.getText() === "rows");

function isAnyArray(checker: Checker, node: Node): boolean {
  const type = checker.getTypeAtLocation(node);
  if (!type || !checker.isArrayType(type)) return false;
  return argumentsOf(checker, type).some(({ flags }) => (flags & TypeFlags.Any) !== 0);
}

function isPassedOn(call: Node): boolean {
  let node = call;
  while (isAwaitExpression(node.parent) || isParenthesizedExpression(node.parent)) node = node.parent;
  return isCallExpression(node.parent) && node.parent.expression !== node;
}

function nameOfFunctionAround(node: Node): Node | undefined {
  for (let around = node.parent; around; around = around.parent) {
    if (isFunctionDeclaration(around)) return around.name;
    if (isArrowFunction(around) && isVariableDeclaration(around.parent)) return around.parent.name;
  }
  return undefined;
}

/** The columns of a row; of a union the columns of all members, where a column of only some members may be null. */
function columnsOf(checker: Checker, row: Type): DeclaredColumn[] {
  const rows = membersOf(row).map((member) => checker.getPropertiesOfType(member));
  return [...new Set(rows.flat().map(({ name }) => name))].map((name) => {
    const properties = rows.flatMap((row) => row.find((property) => property.name === name) ?? []);
    const types = properties.flatMap((property) => checker.getTypeOfSymbol(property) ?? []).flatMap(membersOf);
    const present = types.filter(({ flags }) => !(flags & (TypeFlags.Null | TypeFlags.Undefined)));
    const values = present.flatMap((type) => valuesOf(checker, type));
    return {
      name,
      kinds: [...new Set(present.flatMap((type) => kindsOf(checker, type)))],
      nullable: properties.length < rows.length || types.some(({ flags }) => flags & TypeFlags.Null),
      optional: types.some(({ flags }) => flags & TypeFlags.Undefined),
      literals: values.every((value) => value !== null) ? values : null,
    };
  });
}

const membersOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type]);

const PRIMITIVES: [flags: number, kind: Kind][] = [
  [TypeFlags.StringLike, "string"],
  [TypeFlags.NumberLike, "number"],
  [TypeFlags.BooleanLike, "boolean"],
  [TypeFlags.Null, "null"],
  [TypeFlags.Unknown, "unknown"],
  [TypeFlags.Any, "any"],
];

function kindsOf(checker: Checker, type: Type): Kind[] {
  const elements = elementsOf(checker, type);
  if (elements) return elements.flatMap((element) => kindsOf(checker, element)).map((kind) => `${kind}[]`);
  // A branded text is an intersection.
  const parts = type.isIntersectionType() ? type.getTypes() : [type];
  const kind = PRIMITIVES.find(([flags]) => parts.some((part) => part.flags & flags))?.[1];
  const name = type.getSymbol()?.name;
  return [kind ?? (name === "Date" || name === "Buffer" ? name : "object")];
}

/** The element types of an array or tuple; null for other types. */
const elementsOf = (checker: Checker, type: Type): Type[] | null =>
  checker.isArrayType(type) || checker.isTupleType(type) ? argumentsOf(checker, type).flatMap(membersOf) : null;

/** The literals of a type or its elements, with null for other types. */
function valuesOf(checker: Checker, type: Type): (string | number | null)[] {
  const elements = elementsOf(checker, type);
  if (elements) return elements.flatMap((element) => valuesOf(checker, element));
  return [type.isStringLiteralType() || type.isNumberLiteralType() ? type.value : null];
}
