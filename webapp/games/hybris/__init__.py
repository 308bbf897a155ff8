"""Hybris: gods build machines, and wake what comes for all of them."""

KEY = "hybris"
