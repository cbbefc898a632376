import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../../server/kernel/package.ts'
import { createMetrics } from '../../server/operator/operations.ts'
import { serve } from '../harness/serve.ts'

const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8')
const page = read('docs/metrics.md')
/** The rows of the table below a heading, as their cells. */
const table = (heading: string) => {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [, , ...rows] = section.split('\n## ', 1)[0]!.match(/^\|.*\|$/gm) ?? []
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}
const bare = (cell = '') => cell.replaceAll('`', '')

describe('the metrics', async () => {
  const server = await serve()
  let registry: ReturnType<typeof createMetrics>['registry']
  let exposed: { name: string; type: string; labelNames?: string[] }[]
  beforeAll(async () => {
    ;({ registry } = createMetrics({
      db: server.context.db,
      pool: server.database.pool,
      hub: server.context.hub,
      config: server.context.config,
      files: server.context.files,
    }))
    exposed = registry.getMetricsAsArray() as unknown as typeof exposed
  })

  it('are documented with type and labels, each and no other', () => {
    const documented = table('Metrics').map(([name, type, _unit, labels, meaning]) => {
      expect(meaning).not.toBe('')
      return [bare(name), type, bare(labels)].join(' ').trim()
    })
    const known = exposed.map(({ name, type, labelNames = [] }) =>
      [name, type, labelNames.join(', ')].join(' ').trim(),
    )
    expect(documented.sort()).toEqual(known.sort())
  })

  it('are the ones that dashboard and alerts ask for', () => {
    const names = new Set(exposed.map(({ name }) => name))
    const alerts: { groups: { rules: { alert: string; expr: string }[] }[] } = parse(
      read('deploy/prometheus-alerts.yaml'),
    )
    const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
      read('deploy/grafana-dashboard.json'),
    )
    const asked = [
      ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ].flatMap(
      (expr) => expr.replaceAll(/\{.*?\}|\bby \(.*?\)/g, '').match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g) ?? [],
    )
    const unknown = asked
      .filter((name) => name !== 'histogram_quantile')
      .filter((name) => !names.has(name) && !names.has(name.replace(/_(bucket|count|sum)$/, '')))
    expect(asked.length).toBeGreaterThan(15)
    expect(unknown).toEqual([])
  })

  it('document every operation', () => {
    const [, union = ''] =
      /type Operation =\n([^\n]*(?:\n {2}\|[^\n]*)*)/.exec(read('server/kernel/telemetry/operations.ts')) ??
      []
    const operations = [...union.matchAll(/'([\w.]+)'/g)].map(([, name]) => name)
    expect(table('Operations').map(([name]) => bare(name))).toEqual(operations)
  })

  it('count what happens: requests, connections, documents that wait', async () => {
    const ann = await server.register()
    await server.found(ann)
    const { body } = await server.inject({ url: '/metrics' })
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="POST",route="\/api\/v1\/organizations",status="201"\} 1/,
    )
    expect(body).toMatch(/database_connections\{state="idle"\} \d/)
    expect(body).toMatch(/^documents_waiting 0$/m)
    expect(body).toMatch(/^documents_waiting_seconds 0$/m)
    expect(body).toMatch(/^webhooks_failing 0$/m)
    expect(body).toMatch(/^data_free_bytes [\d.e+]+$/m)
    expect(body).toMatch(/^backup_made_timestamp_seconds 0$/m)
  })

  it.each(['/ready', '/metrics'])('cost no more the more often %s is asked', async (url) => {
    const probe = vi.spyOn(server.context.files, 'probe')
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.inject({ url })))
    expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([])
    expect(probe.mock.calls.length).toBeLessThanOrEqual(1)
    await expect
      .poll(async () => (await server.inject({ url })) && probe.mock.calls.length)
      .toBeGreaterThan(1)
    probe.mockRestore()
  })

  it('are told without those that a hanging query counts', async () => {
    const lock = await server.database.pool.connect()
    await lock.query('begin; lock table documents in access exclusive mode')
    expect(await registry.metrics()).toMatch(/^documents_waiting 0$/m)
    await lock.query('rollback')
    lock.release()
  })
})
