import type { Context } from '../../context.ts'
import type { Module } from '../../module.ts'
import { createFeedbackRepository } from './feedback.repository.ts'
import { feedbackRoutes } from './feedback.routes.ts'
import { createFeedback } from './feedback.service.ts'

/** What people say of the product (S1.3). */
export const createFeedbackModule = (context: Context): Module => ({
  plugin: feedbackRoutes(context, createFeedback(context, createFeedbackRepository(context.db))),
})
