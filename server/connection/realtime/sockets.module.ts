import type { Context } from '../../context.ts'
import type { Module } from '../../module.ts'
import { socketRoutes } from './sockets.routes.ts'

/** Members' sockets; those of visitors belong to their page. */
export const createSocketsModule = (context: Context): Module => ({ plugin: socketRoutes(context) })
