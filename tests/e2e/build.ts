import { execFileSync } from 'node:child_process'
import { databaseTemplate } from '../harness/database.ts'

/** Once before all workers: each of them starts what was built here, on a copy of this database. */
export default async function build() {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  await databaseTemplate()
}
