import type { Context } from '../../context.ts'
import type { Module } from '../../module.ts'
import { systemRoutes } from './system.routes.ts'

/** What this installation is made of. */
export const createSystemModule = (context: Context): Module => ({ plugin: systemRoutes(context) })
