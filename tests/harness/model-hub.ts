import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { listening } from './listening.ts'
import type { ModelFixture } from './onnx.ts'

type Options = {
  /** Cuts off the first response for this file halfway, once that much has arrived. */
  cut?: { file: keyof ModelFixture; arrived: () => Promise<unknown> }
  /** Reports a wrong checksum for this file. */
  wrong?: keyof ModelFixture
}

/** A local server with the addresses of the hub: `/<owner>/<model>/resolve/<revision>/<file>`, with ranges. */
export const startModelHub = async (models: Record<string, ModelFixture>, { cut, wrong }: Options = {}) => {
  const asked: { file: string; range: string | undefined }[] = []
  const server = createServer((request, response) => {
    const [, repository = '', file = ''] = /^\/(.+)\/resolve\/main\/(.+)$/.exec(request.url ?? '') ?? []
    const content = models[repository]?.[file as keyof ModelFixture]
    const { range } = request.headers
    const isHead = request.method === 'HEAD'
    if (!isHead) asked.push({ file, range })
    if (!content) return void response.writeHead(404).end()
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
    const rest = content.subarray(from)
    const checksum = createHash('sha256').update(content).digest('hex')
    response.writeHead(range ? 206 : 200, {
      'content-length': rest.length,
      'x-linked-etag': `"${file === wrong ? checksum.replace(/^./, (one) => (one === '0' ? '1' : '0')) : checksum}"`,
    })
    if (isHead) return void response.end()
    if (file !== cut?.file || asked.filter((one) => one.file === file).length > 1)
      return void response.end(rest)
    response.write(rest.subarray(0, Math.floor(rest.length / 2)))
    void cut.arrived().then(() => response.destroy())
  })
  return { ...(await listening(server)), asked }
}
