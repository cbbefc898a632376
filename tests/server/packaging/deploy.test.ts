import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { Environment } from '../../../server/kernel/config/environment.ts'
import { ROOT, VERSION } from '../../../server/kernel/package.ts'

const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8')

it('[operate L6] a package holds every page that its pages link to', () => {
  const packed = [...read('scripts/package.mjs').matchAll(/^ {2}'(.+\.md)',$/gm)].map(([, name = '']) => name)
  expect(packed).toContain('docs/operations.md')
  const linked = packed.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#\s]+)/g)]
      .filter(([, to = '']) => !to.startsWith('http'))
      .map(([, to = '']) => path.posix.join(path.posix.dirname(page), to)),
  )
  expect(linked.filter((page) => !packed.includes(page))).toEqual([])
})

it('[operate L5, L7] has a timer for backups, alerts that name their job, and a redirect to TLS', () => {
  expect(read('deploy/lectern-backup.timer')).toMatch(/^OnCalendar=/m)
  // Lost files must not keep old archives from being deleted.
  expect(read('deploy/lectern-backup.service')).toMatch(/^SuccessExitStatus=3$/m)
  const cron = read('deploy/lectern-backup.cron')
  expect(cron).toMatch(
    /^0 3 \* \* \* root \{ cd .* app lectern backup .* \|\| test \$\? -eq 3 && find .* -delete; \}/m,
  )
  // In this file, cron ends the command at a percent sign.
  expect(cron).not.toMatch(/(?<!\\)%/)
  const alerts = read('deploy/prometheus-alerts.yaml')
  for (const [metric] of alerts.matchAll(/\b[a-z]+(?:_[a-z]+)+\{/g))
    expect(alerts).toContain(`${metric}job="lectern"`)
  for (const name of ['LecternDisk', 'LecternBackupOld', 'LecternWebhooksFailing'])
    expect(alerts).toContain(`alert: ${name}`)
  expect(read('deploy/nginx.conf')).toMatch(/listen 80;[^}]*return 301 https:/)
})

describe('the container', () => {
  const dockerfile = read('Dockerfile')
  const lines = dockerfile.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

  it('has a Dockerfile without mistakes', () => {
    expect(validate(dockerfile).map(({ message }) => message)).toEqual([])
  })

  it('is built by the scripts that the tests run, from what stands in the repository', () => {
    expect(dockerfile).toContain('RUN node scripts/build.mjs && node scripts/package.mjs /app')
    const [major] = read('.nvmrc').trim().split('.')
    for (const line of lines.filter((one) => one.startsWith('FROM'))) expect(line).toContain(`node:${major}-`)
    const ignored = read('.dockerignore').split('\n')
    for (const name of ['node_modules', 'dist', 'data', '.env', '.git']) expect(ignored).toContain(name)
  })

  it('runs as a user without rights, keeps data in a volume alone, and says whether it works', () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM')))
    expect(last).toContain('USER node')
    expect(last).toContain('VOLUME ["/data"]')
    expect(last.some((line) => line.startsWith('HEALTHCHECK') && line.includes('scripts/healthy.mjs'))).toBe(
      true,
    )
    expect(last.findIndex((line) => line.startsWith('COPY'))).toBeLessThan(last.indexOf('USER node'))
  })
})

type Service = {
  image: string
  env_file?: string
  environment?: Record<string, string>
  volumes?: string[]
  networks: string[]
  ports?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: object
}

describe('compose.yaml', () => {
  const text = read('compose.yaml')
  const compose: Record<'services' | 'networks' | 'volumes', Record<string, Service>> = parse(text)
  const services = Object.entries(compose.services)

  it('names only what it has', () => {
    for (const [, service] of services) {
      for (const network of service.networks) expect(compose.networks).toHaveProperty(network)
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(compose.services).toHaveProperty(other)
        if (condition === 'service_healthy' && other !== 'app')
          expect(compose.services[other]).toHaveProperty('healthcheck')
      }
      for (const volume of service.volumes ?? []) {
        const [from = ''] = volume.split(':')
        if (from.startsWith('./')) expect(existsSync(path.join(ROOT, from)), from).toBe(true)
        else expect(compose.volumes).toHaveProperty(from)
      }
    }
  })

  it('pins every image, and names this version of Lectern', () => {
    for (const [, { image }] of services) expect(image).toMatch(/^[\w/]+:(?!latest)\S+$/)
    expect(compose.services.app?.image).toBe(`lectern:${VERSION}`)
  })

  it('lets the proxy alone be reached from outside, and the database from inside', () => {
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy'])
    for (const name of ['database', 'redis', 'objects'])
      expect(compose.services[name]?.networks).toEqual(['inside'])
    expect(compose.networks.inside).toEqual({ internal: true })
  })

  it('asks for no value that is not in its environment file, and for no secret that is not in it', () => {
    const asked = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
    const offered = read('deploy/compose.env.example').match(/^\w+(?==)/gm)
    expect(offered).toEqual(expect.arrayContaining(asked))
    expect(text).not.toMatch(/(PASSWORD|SECRET\w*): (?!\$)/)
  })

  it('hands every setting to Lectern: its own, or that of the environment file', () => {
    const { env_file, environment } = compose.services.app!
    const handedOver = env_file === '.env' ? Object.keys(Environment.def.shape) : []
    const reaching = new Set([...handedOver, ...Object.keys(environment!)])
    expect(Object.keys(Environment.def.shape).filter((name) => !reaching.has(name))).toEqual([])
    // What the file leaves empty must not hide what it sets, nor may it move the port that the proxy asks.
    expect(text).not.toContain(':-')
    for (const name of ['HOST', 'PORT', 'DATA_DIR']) expect(environment).toHaveProperty(name)
  })
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe.each(['lectern.service', 'lectern-backup.service'])('the systemd unit %s', (name) => {
  const unit = read(`deploy/${name}`)

  it.skipIf(!hasSystemd)('is accepted, and shut in', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lectern-unit-'))
    const file = path.join(folder, name)
    // As it is on a machine that has the user and Node there.
    writeFileSync(
      file,
      unit
        .replaceAll(/^(User|Group)=lectern$/gm, (line) => line.replace('lectern', 'daemon'))
        .replace('/usr/bin/node', process.execPath),
    )
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    const complaints = verified.stderr.split('\n').filter((line) => line.includes(name))
    expect({ status: verified.status, complaints }).toEqual({ status: 0, complaints: [] })
    const security = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=30', file], {
      encoding: 'utf8',
    })
    expect(security.status, security.stdout).toBe(0)
    rmSync(folder, { recursive: true })
  })
})

describe('the service', () => {
  const unit = read('deploy/lectern.service')

  it('starts what the package holds, and may write where the data lies alone', () => {
    expect(unit).toContain('/opt/lectern/dist/server/main.js')
    expect(unit).toContain('ProtectSystem=strict')
    expect(unit).toContain('StateDirectory=lectern')
    expect(unit).toContain('EnvironmentFile=/etc/lectern.env')
    expect(read('deploy/lectern.env.example')).toContain('\nDATA_DIR=/var/lib/lectern\n')
  })
})
