import { XLSX_TYPE } from "./xlsx.ts";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  xlsx: XLSX_TYPE,
};

/** Headers of a download under this name, with the format as extension. It is not cached. */
export const downloadHeaders = (name: string, format: keyof typeof TYPES): Record<string, string> => ({
  "content-type": TYPES[format],
  "content-disposition": `attachment; filename="${name}.${format}"`,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
});
