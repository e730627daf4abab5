import { queryOf } from "#lib/platform/browser/api.ts";

export const samplesKey = ["samples"] as const;

export const samplesOptions = () => queryOf([...samplesKey, "list"], "GET /api/review/samples", { staleTime: 0 });

export const sheetOptions = (id: string) =>
  queryOf([...samplesKey, "sheet", id], "GET /api/review/samples/{sample_id}", {
    params: { sample_id: id },
    staleTime: 0,
  });

/** The download address of a worksheet, in the reader's language. */
export const sheetFile = (id: string, format: "csv" | "xlsx"): string => `/api/review/samples/${id}?format=${format}`;
