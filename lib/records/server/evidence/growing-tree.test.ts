import fc from "fast-check";
import { expect, it } from "vitest";
import { examples } from "#tools/test/effort.ts";
import { GrowingTree, hashOfNodes, leafHash, nodeHash, nodesOf } from "./merkle.ts";

it("has the root of all leaves whatever the batches, and completes each subtree once", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 8 }), (batches) => {
      const known = new Map<string, Buffer>();
      const hashAt = (level: number, index: number) => known.get(`${level} ${index}`) ?? expect.unreachable();
      let size = 0;
      for (const count of batches) {
        const parts = nodesOf({ from: 0, to: size }).map((node) => ({ ...node, hash: hashAt(node.level, node.index) }));
        const tree = new GrowingTree(size, parts);
        for (let leaf = 0; leaf < count; leaf += 1) {
          const hash = leafHash(Buffer.from(`${size}`));
          known.set(`0 ${size}`, hash);
          for (const node of tree.append(hash)) {
            const name = `${node.level} ${node.index}`;
            expect(known.has(name)).toBe(false);
            expect(node.hash).toEqual(
              nodeHash(hashAt(node.level - 1, node.index * 2), hashAt(node.level - 1, node.index * 2 + 1)),
            );
            known.set(name, node.hash);
          }
          size += 1;
        }
        expect(tree.size).toBe(size);
        expect(tree.root).toEqual(
          hashOfNodes(nodesOf({ from: 0, to: size }).map(({ level, index }) => hashAt(level, index))),
        );
      }
    }),
    { numRuns: examples(40) },
  );
});
