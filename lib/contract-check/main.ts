import { run } from "./command.ts";

const WIDTH_OF_A_FILE = 100;

// `npm run contract | head`: its reader has left, which changes nothing about the result.
process.stdout.on("error", () => undefined);

const { stdout, stderr } = process;
try {
  const { status, out, err } = await run(process.argv.slice(2), process.env, {
    columns: stdout.columns ?? WIDTH_OF_A_FILE,
    coloured: Boolean(stdout.isTTY) && stdout.hasColors() && !process.env.NO_COLOR,
  });
  stdout.write(out);
  stderr.write(err);
  process.exitCode = status;
} catch (error) {
  // A fault of ours: where it happened. Its message might repeat something of an answer.
  const frames = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)) : [];
  stderr.write(`contract check crashed (internal error)\n${frames.join("\n")}\n`);
  process.exitCode = 2;
}
