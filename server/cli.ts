import { runOperator } from './operator/run.ts'

process.exitCode = await runOperator(process.argv.slice(2), {
  env: process.env,
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
})
