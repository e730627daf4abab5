import { FileOpenings } from "#components/core/people/openings-section.tsx";
import type { FileParts } from "#components/kit/file-parts.ts";

export const core: FileParts = { sections: [{ name: "openings", Part: FileOpenings }] };
