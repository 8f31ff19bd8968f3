"""The clock: alarms, world clock, timers, stopwatch and bedtime, in the manner of Android's DeskClock."""
