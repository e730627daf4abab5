import { hashOfNodes, type Node, nodeHash } from "./merkle.ts";

export type HashedNode = Node & { hash: Buffer };

/** A tree to which leaves are appended, kept as its complete subtrees, the widest first. */
export class GrowingTree {
  readonly #parts: HashedNode[];
  #size: number;

  /** `parts` are the complete subtrees of a tree of this size, from left to right. */
  constructor(size = 0, parts: readonly HashedNode[] = []) {
    this.#size = size;
    this.#parts = [...parts];
  }

  /** Appends the hash of a leaf, and returns the subtrees that it completes. */
  append(hash: Buffer): HashedNode[] {
    const completed: HashedNode[] = [];
    let node: HashedNode = { level: 0, index: this.#size, hash };
    this.#size += 1;
    for (let left = this.#parts.at(-1); left?.level === node.level; left = this.#parts.at(-1)) {
      this.#parts.pop();
      node = { level: node.level + 1, index: (node.index - 1) / 2, hash: nodeHash(left.hash, node.hash) };
      completed.push(node);
    }
    this.#parts.push(node);
    return completed;
  }

  get size(): number {
    return this.#size;
  }

  get root(): Buffer {
    return hashOfNodes(this.#parts.map(({ hash }) => hash));
  }
}
