import type { FileErrorCode } from "#lib/contract/error.ts";
import { CotejoError } from "#lib/server/errors.ts";

const STATUS: Record<FileErrorCode, number> = {
  FILE_NOT_AVAILABLE: 404,
  FILE_ADDRESS_REFUSED: 502,
  FILE_REFUSED: 502,
  FILE_REDIRECTED: 502,
  FILE_NOT_PDF: 502,
  FILE_TOO_LARGE: 502,
  FILE_UNREACHABLE: 502,
  FILE_TIMEOUT: 504,
};

/** Why a PDF cannot be shown. The message never names the address: it is the permission to read the file. */
export const fileError = (code: FileErrorCode, message: string): CotejoError =>
  new CotejoError(code, STATUS[code], message, { retryable: code !== "FILE_NOT_AVAILABLE" });
