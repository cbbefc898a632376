import { execFileSync } from 'node:child_process'

/** Once before all workers: each of them starts what was built here. */
export default function build() {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
}
