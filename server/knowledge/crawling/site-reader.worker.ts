import { parentPort, workerData } from 'node:worker_threads'
import { decodeText } from '../ingestion/decode.ts'
import { normalized } from './addresses.ts'
import { type Page, readPage } from './page.ts'
import { createSelection, type Robots, readRobots } from './rules.ts'
import { readSitemap } from './sitemap.ts'

/** Patterns of a crawl, as in `CrawlOptions`. */
export type Selection = { include?: string[]; exclude?: string[] }

/** Parsing tasks; each has its result in `Answers`. */
export type Task =
  | { kind: 'robots'; origin: string; text: string }
  | { kind: 'address'; url: string }
  | { kind: 'page'; bytes: Uint8Array; url: string; robotsTag: string | null }
  | { kind: 'sitemap'; bytes: Uint8Array }

export type Answers = {
  robots: { delay: number; sitemaps: string[] }
  address: { isAllowed: boolean; isSelected: boolean }
  page: Page
  sitemap: { sitemaps: string[]; pages: string[] }
}

export type Request = { id: number; task: Task }
export type Reply = { id: number; answer?: Answers[Task['kind']]; isRefused?: true }

const isSelected = createSelection(workerData as Selection)
let robots: Robots | null = null

const addressesIn = (found: string[]) => [
  ...new Set(found.map((one) => normalized(one)).filter((one) => one !== null)),
]

function run(task: Task): Answers[Task['kind']] {
  switch (task.kind) {
    case 'robots': {
      robots = readRobots(task.origin, task.text)
      const { delay, sitemaps } = robots
      return { delay, sitemaps }
    }
    case 'address':
      return { isAllowed: robots?.allows(task.url) ?? false, isSelected: isSelected(task.url) }
    case 'page':
      return readPage(decodeText(Buffer.from(task.bytes), true), task.url, task.robotsTag)
    case 'sitemap': {
      const { sitemaps, pages } = readSitemap(Buffer.from(task.bytes))
      return { sitemaps: addressesIn(sitemaps), pages: addressesIn(pages) }
    }
  }
}

parentPort?.on('message', ({ id, task }: Request) => {
  let reply: Reply
  try {
    reply = { id, answer: run(task) }
  } catch {
    reply = { id, isRefused: true }
  }
  parentPort?.postMessage(reply)
})
