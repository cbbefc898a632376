import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import closeWithGrace from 'close-with-grace'
import { addressOf, listenFault } from './kernel/address.ts'
import { type Config, loadConfig } from './kernel/config/config.ts'
import { ConfigError, DATA_DIR_FULL } from './kernel/config/environment.ts'
import { databaseAdvice, isOwnDiskFull } from './kernel/db/errors.ts'
import { DataFolderInUse } from './kernel/db/lock.ts'
import { openDatabase } from './kernel/db/open.ts'
import { createLogger } from './kernel/http/logger.ts'
import { outboxPath } from './kernel/mail/outbox.routes.ts'
import { isRestoreUnfinished } from './operator/backup/marks.ts'

const GRACE = 10_000 // ms for running work when the server is asked to stop

try {
  await main()
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

async function main() {
  const config = loadConfig()
  if (isRestoreUnfinished(config.dataDir))
    throw new ConfigError('DATA_DIR: a restore was interrupted. Run lectern restore again, with --replace')
  const logger = createLogger(config.logLevel)
  const opening = openDatabase(config, logger)
  // On a busy machine, loading the rest blocks this thread for longer than the PostgreSQL connection timeout.
  // The embedded database starts in its own thread in parallel.
  if (config.databaseUrl) await opening
  const [database, { createApp }] = await Promise.all([opening, import('./app.ts')])
  const tracing =
    config.tracesUrl && (await import('./kernel/telemetry/tracing.ts')).startTracing(config.tracesUrl)
  const { app, context, housekeeping } = await createApp({
    config,
    database,
    logger,
    ...(tracing && { watch: tracing.watch }),
  })
  // Background work failed; everything else continues.
  process.on('unhandledRejection', (err) => logger.error({ err }, 'an unhandled rejection'))
  // After an uncaught exception the state is uncertain: the server exits, to be restarted.
  closeWithGrace({ delay: GRACE, logger: false, skip: ['unhandledRejection'] }, async ({ err }) => {
    if (err) logger.fatal({ err }, 'an uncaught error')
    await app.close()
    await database.close()
    if (tracing) await tracing.close()
  })
  // After this, only listening can fail.
  await app.ready()
  await app
    .listen({ port: config.port, host: config.host, listenTextResolver: () => 'listening' })
    .catch((error: NodeJS.ErrnoException) => {
      const { setting, says } = listenFault(error)
      throw new ConfigError(`${setting}: ${says}`)
    })
  housekeeping.start()
  const demo = config.demo ? await (await import('./operator/demo/seed.ts')).seedDemo(app, context.db) : null
  const address = addressOf(config, app)
  console.log(`Lectern is ready at ${address}`)
  if (config.smtpUrl === null) console.log(`Emails are kept at ${address}${outboxPath(config)}`)
  offerModels(config)
  if (demo) {
    console.log(`Log in to the demo as ${demo.email} with the password: ${demo.password}`)
    const shop = await (await import('./operator/demo/shop.ts')).openShop(app, address, config.host)
    if (shop) console.log(`A shop that embeds its Help desk is at ${shop}`)
  }
}

/** Logs once what a better model would improve; a models folder in the data folder records that this was logged. */
function offerModels({ embeddings, dataDir, modelsDir }: Config) {
  if (embeddings || path.dirname(modelsDir) !== dataDir || existsSync(modelsDir)) return
  mkdirSync(modelsDir, { recursive: true })
  console.log(
    'Meanings are compared in English. For a hundred languages: lectern models fetch multilingual-e5-small (118 MB)',
  )
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return `Lectern cannot start. ${error.message}`
  if (error instanceof DataFolderInUse) return error.message
  const advice = databaseAdvice(error)
  if (advice) return `Lectern cannot start. DATABASE_URL: ${advice}`
  if (isOwnDiskFull(error)) return `Lectern cannot start. ${DATA_DIR_FULL}`
  return (error as Error).stack ?? String(error)
}
